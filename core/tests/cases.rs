//! Every rule case of `tests/cases/waterloo/` holds.

mod harness;

use harness::{case, run};

#[test]
fn every_rule_case_holds() {
    let files = case::load("waterloo").expect("the case files can be read");
    let only = std::env::var("EAGLES_CASE").unwrap_or_default();
    let mut games = run::Games::default();
    let (mut cases, mut failed) = (0, Vec::new());
    for (path, file) in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for case in &file.cases {
            let title = format!("{name}: {}", case.name);
            if !title.contains(&only) {
                continue;
            }
            cases += 1;
            let faults = run::run(&mut games, file, case);
            if !faults.is_empty() {
                failed.push(format!("{title} {:?}\n    {}", case.rule, faults.join("\n    ")));
            }
        }
    }
    assert!(cases > 0, "no case was run");
    println!("{cases} rule cases in {} files", files.len());
    assert!(failed.is_empty(), "{} of {cases} cases differ:\n\n{}\n", failed.len(), failed.join("\n\n"));
}

#[test]
fn every_case_has_a_name_of_its_own() {
    let files = case::load("waterloo").expect("the case files can be read");
    for (path, file) in &files {
        let mut names: Vec<&str> = file.cases.iter().map(|c| c.name.as_str()).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1], "{}", path.display());
        }
    }
}
