//! Mods: folders of cards and scripts, read, put in order, and joined to a card set.
//!
//! A mod is a folder with `mod.toml`, perhaps `cards.csv`, and `cards/*.lua`. Several load in the order of their dependencies:
//! first those that need no other, then those that need only these, and so on; among equals by id. Card files of a mod load
//! by name. So the order does not depend on how the folders were listed.

mod manifest;
mod order;

pub use manifest::{Manifest, Range, Version};
pub(crate) use order::in_order;

use crate::api::{Fault, Severity};
use std::path::Path;

/// The most card files of one mod.
pub const FILES: usize = 500;
/// The most bytes of `mod.toml`.
const MANIFEST: u64 = 64 << 10;

/// A mod as it lies on the disk, or as a host hands it in.
#[derive(Clone, Debug, PartialEq)]
pub struct Mod {
    /// Its folder as it was given; the id for a mod from texts.
    pub folder: String,
    /// What `mod.toml` says.
    pub manifest: Manifest,
    /// `cards.csv`, or nothing.
    pub cards: String,
    /// The card files, by name: the name, such as `cards/mud.lua`, and the source.
    pub files: Vec<(String, String)>,
}

impl Mod {
    /// A mod from texts.
    ///
    /// # Errors
    /// What is wrong with the manifest.
    pub fn from_texts(manifest: &str, cards: &str, files: &[(&str, &str)]) -> Result<Self, Vec<Fault>> {
        let manifest = Manifest::read(manifest)?;
        let mut files: Vec<_> = files.iter().map(|(name, source)| ((*name).to_owned(), (*source).to_owned())).collect();
        files.sort();
        Ok(Self { folder: manifest.id.clone(), manifest, cards: cards.to_owned(), files })
    }

    /// How messages name it among others: by its folder's own name, and by its id where that would not tell it apart.
    pub(crate) fn label(&self, all: &[&Self]) -> String {
        let name = self.name();
        let twice = all.iter().filter(|other| other.name() == name || other.manifest.id == name).count() > 1;
        if twice { self.manifest.id.clone() } else { name }
    }

    /// The name of its folder, in letters that the sandbox takes; the id where the folder has none.
    fn name(&self) -> String {
        let name = Path::new(&self.folder).file_name().map(|name| name.to_string_lossy().into_owned());
        let plain = |c: char| if c.is_ascii_alphanumeric() || "_-.+".contains(c) { c } else { '_' };
        let name: String = name.unwrap_or_default().chars().map(plain).take(40).collect();
        if name.is_empty() { self.manifest.id.clone() } else { name }
    }

    /// Reads a mod's folder.
    ///
    /// # Errors
    /// What cannot be read, and what is wrong with the manifest.
    pub fn from_folder(folder: &Path) -> Result<Self, Vec<Fault>> {
        let name = folder.file_name().map_or_else(|| "mod".to_owned(), |name| name.to_string_lossy().into_owned());
        let failed =
            |file: &str, message: String| vec![file_fault(&format!("{name}/{file}"), "unreadable", message, None)];
        let read = |file: &str, most: u64| {
            let path = folder.join(file);
            let size = std::fs::metadata(&path).map_err(|error| failed(file, error.to_string()))?.len();
            if size > most {
                return Err(failed(file, format!("has {size} bytes; at most {most} are read")));
            }
            std::fs::read_to_string(&path).map_err(|error| failed(file, error.to_string()))
        };
        let manifest = Manifest::read(&read("mod.toml", MANIFEST)?)?;
        let cards = if folder.join("cards.csv").exists() { read("cards.csv", 1 << 20)? } else { String::new() };
        let mut files = Vec::new();
        let scripts = folder.join("cards");
        if scripts.is_dir() {
            let entries = std::fs::read_dir(&scripts).map_err(|error| failed("cards", error.to_string()))?;
            for entry in entries.flatten() {
                let file = entry.file_name().to_string_lossy().into_owned();
                if file.ends_with(".lua") || file.ends_with(".luau") {
                    files.push(format!("cards/{file}"));
                }
            }
        }
        files.sort();
        if files.len() > FILES {
            return Err(failed("cards", format!("holds {} card files; at most {FILES} are read", files.len())));
        }
        let files: Result<Vec<_>, _> =
            files.into_iter().map(|file| read(&file, 256 << 10).map(|source| (file, source))).collect();
        Ok(Self { folder: folder.display().to_string(), manifest, cards, files: files? })
    }
}

/// A fault of a whole file.
pub(crate) fn file_fault(file: &str, code: &'static str, message: String, line: Option<u32>) -> Fault {
    Fault {
        file: file.to_owned(),
        line,
        column: None,
        severity: Severity::Error,
        code,
        path: String::new(),
        message,
        suggestion: None,
    }
}
