use super::{breakdown_text, label, number_text};
use crate::cite::Cite;
use crate::empire::refusal::Refusal;
use crate::empire::state::UnitId;
use crate::explain::{Breakdown, Tally};

#[test]
fn quarters_are_written_as_fractions() {
    let texts: Vec<_> = [0, 1, 2, 3, 4, 6, -1, -6, 37].map(|n| number_text(n, 4)).into();
    assert_eq!(texts, ["0", "¼", "½", "¾", "1", "1½", "-¼", "-1½", "9¼"]);
    assert_eq!(number_text(-3, 1), "-3");
    assert_eq!(number_text(725, 100), "7.25");
    assert_eq!(number_text(705, 100), "7.05");
    assert_eq!(number_text(750, 100), "7.5");
}

#[test]
fn a_breakdown_tells_what_is_ours() {
    let mut number = Breakdown::in_quarters("fire");
    number.add("ce", 36, Cite("E key"), String::new);
    number.add("hits", -8, Cite("E infantry-modifiers"), String::new);
    number.add("half", -14, Cite("E P18"), || "the screen".to_owned());
    assert_eq!(
        breakdown_text(&number),
        "3½: 9 strength, -2 hits, -3½ half fire from column or square (the screen, house rule P18)"
    );
}

#[test]
fn only_rulings_of_ours_are_labelled() {
    assert_eq!(label(&[Cite("E A61"), Cite("E initiative"), Cite("E integrity-base")]), "");
    assert_eq!(label(&[Cite("E A61"), Cite("E L3")]), " (house rule L3)");
    assert_eq!(label(&[Cite("E L3"), Cite("E P14"), Cite("E Q5")]), " (house rules L3, P14 and Q5)");
}

#[test]
fn a_refusal_says_what_to_do_and_whose_rule_it_is() {
    let pinned = Refusal::Pinned { by: UnitId(3) }.to_string();
    assert!(pinned.contains("unit 3") && pinned.ends_with("(house rules P34 and L1)"), "{pinned}");
    assert_eq!(Refusal::HasRidden.to_string(), "this leader has ridden this turn");
    assert_eq!(
        Refusal::TooFar { used: 6_500, may: 6_000 }.to_string(),
        "that takes 6.5 in of its 6 in (house rule P19)"
    );
}
