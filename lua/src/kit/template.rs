//! `new`: a mod to begin with, which lint and tests pass at once.

use eagles::waterloo::{Army, CardSet};

/// What a new mod is to be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name, as the card is called: `Mud`, `Night March`.
    pub name: String,
    /// Whose card it is.
    pub army: Army,
    /// Whether it is played in the enemy's turn, in answer to an attack.
    pub reaction: bool,
}

/// One file of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name within the mod.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// The id that a name gives: `night-march`.
///
/// # Errors
/// When no letter is left, or there are too many.
pub fn id(name: &str) -> Result<String, String> {
    let mut id = String::new();
    for c in name.to_lowercase().chars() {
        match c {
            c if c.is_ascii_alphanumeric() => id.push(c),
            '\'' | '\u{2019}' => {}
            _ if !id.is_empty() && !id.ends_with('-') => id.push('-'),
            _ => {}
        }
    }
    let id = id.trim_end_matches('-').to_owned();
    if id.len() < 2 || id.len() > 40 || !id.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(format!("`{name}` gives no id: write 2 to 40 letters and digits, a letter first"));
    }
    Ok(id)
}

impl Plan {
    /// The files of the mod.
    ///
    /// # Errors
    /// A name that gives no id, or that the shipped cards have.
    pub fn files(&self, set: &CardSet) -> Result<Vec<File>, String> {
        let id = id(&self.name)?;
        if set.by_id(&id).is_some() {
            return Err(format!("there is a card `{id}` already; choose another name"));
        }
        let title = self.name.trim();
        let file = |name: String, text: String| File { name, text };
        Ok(vec![
            file("mod.toml".into(), manifest(&id, title)),
            file("cards.csv".into(), self.row(&id, title, set)),
            file(format!("cards/{id}.lua"), if self.reaction { reaction(&id) } else { own(&id) }),
            file(format!("tests/{id}_test.lua"), self.test(&id, set)),
            file(".luarc.json".into(), LUALS.to_owned()),
            file(".luaurc".into(), LUAU.to_owned()),
            file("types/eagles.lua".into(), crate::api::luals(&crate::api::Api::current())),
            file("types/eagles_tests.lua".into(), super::scenario::luals()),
            file("types/eagles.d.luau".into(), crate::api::luau(&crate::api::Api::current())),
            file("types/eagles_tests.d.luau".into(), super::scenario::luau()),
            file(".vscode/settings.json".into(), VSCODE.to_owned()),
        ])
    }

    fn row(&self, id: &str, title: &str, set: &CardSet) -> String {
        let battles: Vec<&str> =
            set.battles().into_iter().filter(|code| set.battle(code).iter().any(|row| row.army == self.army)).collect();
        let title =
            if title.contains([',', '"']) { format!("\"{}\"", title.replace('"', "\"\"")) } else { title.to_owned() };
        format!(
            "number,id,side,type,name,battles,bp\nauto,{id},{},special,{title},{},2\n",
            self.army,
            battles.join(";")
        )
    }

    fn test(&self, id: &str, set: &CardSet) -> String {
        let french = self.army == Army::French;
        let printed = if self.army == Army::British { 3 } else { 2 };
        // A card of the player who holds the Special, one of the enemy, and where.
        let (battle, own, foe, at, side, other) = match self.army {
            Army::French => ("QB", "soye", "kempt", "AC", "french", "allied"),
            Army::British => ("QB", "kempt", "soye", "FC", "allied", "french"),
            Army::Prussian => ("LI", "pr-inf-24th", "devilliers", "FC", "allied", "french"),
        };
        // The dice of the enemy's attack, none of which hits.
        let ones = |name: &str, less: u8| {
            let cv = set.cards().iter().find(|card| card.id.ends_with(&format!("-{name}"))).map_or(1, |card| card.cv);
            ", 1".repeat(usize::from(cv.saturating_sub(less)))
        };
        let (fewer, all) = (ones(foe, 1), ones(foe, 0));
        if self.reaction {
            format!(
                r#"--!strict
-- What the card does, shown by what happens on a small board. `eagles cards test` runs it.
local board = {{
    turn = "{other} combat {turn}",
    {at} = "{foe}, {own}",
    {side} = "{id}",
}}

return {{
    scenario {{
        name = "the attackers lose a die when a 4 or more is rolled",
        battle = "{battle}",
        board = board,
        steps = {{
            act.attack("{foe}", "fire", "{own}"),
            draws(5{fewer}),
            act.play("{id}", "{at}"),
            expect.event("threw", {{ card = "{id}", dice = 5 }}),
            expect.in_force("{id}"),
        }},
    }},
    scenario {{
        name = "nothing comes of a 3",
        battle = "{battle}",
        board = board,
        steps = {{
            act.attack("{foe}", "fire", "{own}"),
            draws(3{all}),
            act.play("{id}", "{at}"),
            expect.not_in_force("{id}"),
        }},
    }},
}}
"#,
                turn = if french { 4 } else { 3 },
            )
        } else {
            format!(
                r#"--!strict
-- What the card does, shown by what happens on a small board. `eagles cards test` runs it.
return {{
    scenario {{
        name = "it adds 1 to the Fire of the Infantry there, until the phase is over",
        battle = "{battle}",
        board = {{
            turn = "{side} combat {turn}",
            {at} = "{own}, {foe}",
            {side} = "{id}",
        }},
        steps = {{
            act.play("{id}", "{at}"),
            expect.in_force("{id}", 1),
            expect.sum(act.attack("{own}", "fire", "{foe}"), "firepower", {{ printed = {printed}, ["{id}"] = 1 }}),
            act.finish(),
            expect.not_in_force("{id}"),
        }},
    }},
    scenario {{
        name = "it asks for Infantry in the Position",
        battle = "{battle}",
        board = {{
            turn = "{side} combat {turn}",
            {at} = "{own}, {foe}",
            {side} = "{id}",
        }},
        steps = {{
            expect.refused(act.play("{id}", "{elsewhere}"), "special-alone"),
        }},
    }},
}}
"#,
                turn = if french { 3 } else { 4 },
                elsewhere = if french { "AL" } else { "FL" },
            )
        }
    }
}

fn manifest(id: &str, title: &str) -> String {
    format!(
        "# What this mod is. `eagles cards lint` checks it.\nid = \"{id}\"\nname = \"{}\"\nversion = \"0.1.0\"\napi = {}\n",
        title.replace(['"', '\\'], ""),
        crate::api::VERSION
    )
}

fn own(id: &str) -> String {
    format!(
        r#"--!strict
-- Read lua/README.md of Eagles for what can be written here; `eagles cards docs` tells this card in words.
return special {{
    id = "{id}",
    text = {{
        effect = "Friendly Infantry in the chosen Position fires at +1F.",
        duration = "this Combat Phase",
        limits = "Play in your Combat Phase. The Position must hold friendly Infantry.",
    }},
    rules = {{ "W 7.2" }},
    windows = "own_combat",
    aim = position("any"),
    needs = {{
        need(some(own.infantry {{ at = "aim" }}), "the Position must hold friendly Infantry"),
    }},
    effect = {{
        modify {{ power = 1, who = own.infantry {{ at = "aim" }}, ways = "fire", lasts = this_phase }},
    }},
}}
"#
    )
}

fn reaction(id: &str) -> String {
    format!(
        r#"--!strict
-- Read lua/README.md of Eagles for what can be written here; `eagles cards docs` tells this card in words.
return special {{
    id = "{id}",
    text = {{
        effect = "Roll a die. On 4 to 6 enemy cards in the chosen Position attack with one die less.",
        duration = "this Combat Phase",
        limits = "Play when the enemy has declared an attack there, before its dice.",
    }},
    rules = {{ "W 7.1" }},
    windows = "foe_attack",
    aim = position("any"),
    needs = {{
        need(some(foe.troops {{ at = "aim" }}), "the Position must hold enemy Troops"),
    }},
    effect = {{
        roll {{
            dice = 1,
            table = {{
                on({{ 4, 5, 6 }}, {{
                    modify {{ dice = -1, who = foe.troops {{ at = "aim" }}, lasts = this_phase }},
                }}),
            }},
        }},
    }},
}}
"#
    )
}

/// For LuaLS: where the types are, and that Luau's typed comments mean nothing to it.
const LUALS: &str = r#"{
    "runtime.version": "Lua 5.1",
    "workspace.library": ["types"],
    "workspace.ignoreDir": ["types"],
    "diagnostics.globals": []
}
"#;

const LUAU: &str = "{\n    \"languageMode\": \"strict\"\n}\n";

const VSCODE: &str = r#"{
    "luau-lsp.types.definitionFiles": ["types/eagles.d.luau", "types/eagles_tests.d.luau"],
    "luau-lsp.platform.type": "standard",
    "Lua.workspace.library": ["types"]
}
"#;
