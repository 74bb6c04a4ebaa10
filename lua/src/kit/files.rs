//! Finding the files of mods: what a path on the command line means.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The manifest of a mod.
pub const MANIFEST: &str = "mod.toml";
/// The rows of its cards.
pub const CARDS: &str = "cards.csv";

/// The most bytes of a file that are read.
const BYTES: u64 = 1 << 20;
/// The most files that are looked at.
const FILES: usize = 2_000;
/// How deep folders are looked into.
const DEPTH: usize = 6;

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Its path as messages show it.
    pub shown: String,
    /// Its path within its mod.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A mod, or a folder of card files without a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Root {
    /// Its folder.
    pub folder: PathBuf,
    /// The folder as messages show it, with a `/` at its end, or nothing for the folder one is in.
    pub shown: String,
    /// The manifest, if there is one.
    pub manifest: Option<Text>,
    /// The rows of its cards, if there are any.
    pub rows: Option<Text>,
    /// Its card files, by name.
    pub cards: Vec<Text>,
    /// Its test files, by name.
    pub tests: Vec<Text>,
    /// Scripts of a mod that it does not load: those that are neither tests nor in the folder `cards`.
    pub stray: Vec<Text>,
    /// The files that were named, by their names within it; empty for all.
    pub only: Vec<String>,
}

impl Root {
    /// Whether a file was asked for.
    #[must_use]
    pub fn wants(&self, text: &Text) -> bool {
        self.only.is_empty() || self.only.contains(&text.name)
    }

    /// Every file, by the name under which messages know it.
    #[must_use]
    pub fn sources(&self) -> BTreeMap<String, String> {
        let all = self.manifest.iter().chain(&self.rows).chain(&self.cards).chain(&self.tests);
        all.map(|text| (text.shown.clone(), text.text.clone())).collect()
    }
}

/// A name for the sandbox: letters that it takes, from the end of the path.
pub(crate) fn script_name(path: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_-./+".contains(c) { c } else { '_' };
    let name: String = path.chars().map(plain).collect();
    let tail = name.get(name.len().saturating_sub(100)..).unwrap_or(&name);
    let tail = tail.trim_start_matches('/');
    if tail.is_empty() { "card.lua".to_owned() } else { tail.to_owned() }
}

/// Whether a file holds tests: its name ends in `_test.lua`, or it lies in a folder `tests`.
#[must_use]
pub fn is_test(name: &str) -> bool {
    name.ends_with("_test.lua")
        || name.ends_with("_test.luau")
        || name.starts_with("tests/")
        || name.contains("/tests/")
}

/// What the paths mean: the mods and folders, each with its files. A file stands for itself within its mod; a folder for
/// the mod that it is, for all mods in it, or for all card files in it.
///
/// # Errors
/// A path that is not there, or that cannot be read.
pub fn gather(paths: &[PathBuf]) -> Result<Vec<Root>, String> {
    let mut roots: Vec<Root> = Vec::new();
    for path in paths {
        let shown = path.display();
        let meta = fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                format!("there is no {shown}; name a card file, a mod's folder, or a folder of mods")
            }
            _ => format!("cannot read {shown}: {error}"),
        })?;
        let found = if meta.is_dir() { folders(path)? } else { vec![of_file(path)?] };
        for (folder, only) in found {
            match roots.iter_mut().find(|root| root.folder == folder) {
                Some(root) => match only {
                    Some(only) if !root.only.is_empty() => root.only.push(only),
                    Some(_) => {}
                    None => root.only.clear(),
                },
                None => {
                    let mut root = read(&folder)?;
                    root.only = only.into_iter().collect();
                    roots.push(root);
                }
            }
        }
    }
    Ok(roots)
}

/// The folders of the mods that a folder means.
fn folders(path: &Path) -> Result<Vec<(PathBuf, Option<String>)>, String> {
    if path.join(MANIFEST).is_file() {
        return Ok(vec![(path.to_owned(), None)]);
    }
    let mods: Vec<_> = entries(path)?.into_iter().filter(|entry| entry.join(MANIFEST).is_file()).collect();
    if mods.is_empty() {
        return Ok(vec![(path.to_owned(), None)]);
    }
    Ok(mods.into_iter().map(|folder| (folder, None)).collect())
}

/// The mod of a file, and the file's name within it.
fn of_file(path: &Path) -> Result<(PathBuf, Option<String>), String> {
    let inside = |folder: &Path| {
        let name = path.strip_prefix(folder).unwrap_or(path);
        name.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut above = Vec::new();
    let mut folder = Some(parent);
    while let Some(here) = folder.filter(|_| above.len() < DEPTH) {
        above.push(here.to_owned());
        folder = here.parent().filter(|up| !up.as_os_str().is_empty());
    }
    let root = above.iter().find(|folder| folder.join(MANIFEST).is_file());
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if name != MANIFEST && name != CARDS && !name.ends_with(".lua") && !name.ends_with(".luau") {
        return Err(format!("{} is no card file: its name must end in .lua", path.display()));
    }
    match root {
        Some(root) if name == MANIFEST || name == CARDS => Ok((root.clone(), None)),
        Some(root) => {
            let name = inside(root);
            Ok((root.clone(), Some(name)))
        }
        None => {
            let folder = parent.to_owned();
            Ok((folder.clone(), Some(name)))
        }
    }
}

/// The entries of a folder, sorted, without hidden ones.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let list = fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut list: Vec<PathBuf> = list.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    list.retain(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')));
    list.sort();
    Ok(list)
}

/// Reads a mod's folder.
///
/// # Errors
/// A file that cannot be read.
pub fn read(folder: &Path) -> Result<Root, String> {
    let shown = match folder.to_string_lossy().into_owned() {
        dot if dot == "." || dot.is_empty() => String::new(),
        path if path.ends_with('/') => path,
        path => format!("{path}/"),
    };
    let mut root = Root { folder: folder.to_owned(), shown, ..Root::default() };
    let mut files = Vec::new();
    walk(folder, "", DEPTH, &mut files)?;
    for name in files {
        let shown = format!("{}{name}", root.shown);
        let text = text(&folder.join(&name))?;
        let file = Text { shown, name, text };
        match file.name.as_str() {
            MANIFEST => root.manifest = Some(file),
            CARDS => root.rows = Some(file),
            name if is_test(name) => root.tests.push(file),
            _ => root.cards.push(file),
        }
    }
    if root.manifest.is_some() {
        let loaded = |text: &Text| text.name.strip_prefix("cards/").is_some_and(|name| !name.contains('/'));
        (root.cards, root.stray) = root.cards.into_iter().partition(loaded);
    }
    Ok(root)
}

fn walk(folder: &Path, prefix: &str, depth: usize, out: &mut Vec<String>) -> Result<(), String> {
    for path in entries(folder)? {
        let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { continue };
        let inner = format!("{prefix}{name}");
        if path.is_dir() {
            // Other mods inside are their own; files of types for editors are no cards.
            if depth > 0 && !path.join(MANIFEST).is_file() && name != "types" {
                walk(&path, &format!("{inner}/"), depth - 1, out)?;
            }
        } else if name.ends_with(".lua")
            || name.ends_with(".luau")
            || prefix.is_empty() && (name == MANIFEST || name == CARDS)
        {
            out.push(inner);
        }
        if out.len() > FILES {
            return Err(format!("{} holds more than {FILES} card files; name the folder of one mod", folder.display()));
        }
    }
    Ok(())
}

/// Reads a text of a mod.
fn text(path: &Path) -> Result<String, String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    let mut bytes = Vec::new();
    fs::File::open(path).map_err(cannot)?.take(BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > BYTES {
        return Err(format!("{} is larger than {BYTES} bytes", path.display()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("{} is no text: byte {at} is not UTF-8; save it as UTF-8", path.display())
    })
}

/// When each file of these paths was changed last, and its size: two equal stamps mean that nothing happened.
#[must_use]
pub fn stamps(paths: &[PathBuf]) -> BTreeMap<PathBuf, (Option<std::time::SystemTime>, u64)> {
    let mut out = BTreeMap::new();
    for path in paths {
        let mut names = Vec::new();
        if path.is_dir() {
            let _ = walk_all(path, DEPTH + 1, &mut names);
        } else {
            names.push(path.clone());
        }
        for name in names {
            let meta = fs::metadata(&name).ok();
            out.insert(name, (meta.as_ref().and_then(|meta| meta.modified().ok()), meta.map_or(0, |meta| meta.len())));
        }
    }
    out
}

fn walk_all(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in entries(folder)? {
        if path.is_dir() {
            if depth > 0 {
                walk_all(&path, depth - 1, out)?;
            }
        } else if path.extension().is_some_and(|end| end == "lua" || end == "luau" || end == "toml" || end == "csv") {
            out.push(path);
        }
        if out.len() > FILES {
            return Ok(());
        }
    }
    Ok(())
}
