//! The order in which mods load.

use super::{Mod, file_fault};
use crate::api::{Fault, nearest};
use std::collections::BTreeMap;

/// Mods in the order in which they load: by depth of their dependencies, then by id.
///
/// # Errors
/// Mods that are there twice, need others that are not there, or need each other in a circle; wrong versions.
pub(crate) fn in_order(mods: &[Mod], api: u32) -> Result<Vec<&Mod>, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut by_id: BTreeMap<&str, &Mod> = BTreeMap::new();
    for one in mods {
        let manifest = &one.manifest;
        let file = format!("{}/mod.toml", manifest.id);
        if let Some(other) = by_id.insert(&manifest.id, one) {
            let named = |one: &Mod| format!("{} in {}", one.manifest.version, one.folder);
            let (a, b) = (named(other), named(one));
            let message = format!("the mod `{}` is there twice, as {a} and as {b}; take one out", manifest.id);
            faults.push(file_fault(&file, "mod-twice", message, None));
        }
        let versions = super::Version([u16::try_from(api).unwrap_or(u16::MAX), 0, 0]);
        if !manifest.api.has(versions) {
            let message = format!("`{}` was written for the API {}, this is version {api}", manifest.id, manifest.api);
            faults.push(file_fault(&file, "api-version", message, None));
        }
    }
    for one in by_id.values() {
        let manifest = &one.manifest;
        let file = format!("{}/mod.toml", manifest.id);
        for (need, range) in &manifest.needs {
            match by_id.get(need.as_str()) {
                None => {
                    let near = nearest(need, by_id.keys().copied().filter(|id| *id != manifest.id));
                    let hint = near.map_or_else(String::new, |near| format!("; perhaps `{near}` is meant"));
                    let message = format!("`{}` needs the mod `{need}` {range}, which is not there{hint}", manifest.id);
                    faults.push(file_fault(&file, "unmet-need", message, None));
                }
                Some(other) if !range.has(other.manifest.version) => {
                    let message = format!(
                        "`{}` needs the mod `{need}` {range}; the one here is {}",
                        manifest.id, other.manifest.version
                    );
                    faults.push(file_fault(&file, "unmet-need", message, None));
                }
                Some(_) => {}
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut order: Vec<&Mod> = Vec::new();
    let mut rest: Vec<&Mod> = by_id.into_values().collect();
    while !rest.is_empty() {
        let there = |id: &str| order.iter().any(|one| one.manifest.id == id);
        let (ready, waiting): (Vec<&Mod>, Vec<&Mod>) =
            rest.iter().partition(|one| one.manifest.needs.keys().all(|need| there(need)));
        if ready.is_empty() {
            let ids: Vec<String> = waiting.iter().map(|one| format!("`{}`", one.manifest.id)).collect();
            let message = format!("the mods {} need each other in a circle; take one need out", ids.join(", "));
            return Err(vec![file_fault("mod.toml", "circle", message, None)]);
        }
        order.extend(ready);
        rest = waiting;
    }
    Ok(order)
}
