//! The words in which people say the facts of a calculator.

/// What a field holds.
pub(super) enum Kind {
    /// One of these words, each with the value that it stands for.
    Words(&'static [(&'static str, &'static str)]),
    /// Said or not; `no-` before it takes it back.
    Flag,
    /// A whole number in this range.
    Whole(i64, i64),
    /// Points of strength, in quarters.
    Points,
    /// A length that is said in inches and kept in thousandths.
    Inches,
}

/// To what a field belongs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// The unit that the phrase is about.
    Unit,
    /// Its side.
    Side,
    /// The whole of the facts.
    Whole,
}

/// One field of the facts.
pub(super) struct Field {
    /// Its name in the facts.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// Other words for it.
    pub(super) also: &'static [&'static str],
    pub(super) place: Place,
}

/// A field of the unit itself.
pub(super) const fn field(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, also: &[], place: Place::Unit }
}

/// A flag of the unit, with other words for it.
pub(super) const fn flag(name: &'static str, also: &'static [&'static str]) -> Field {
    Field { name, kind: Kind::Flag, also, place: Place::Unit }
}

impl Field {
    /// The same field with other words for it.
    pub(super) const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    /// The same field elsewhere.
    pub(super) const fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// Whether `word` names it.
    pub(super) fn is(&self, word: &str) -> bool {
        self.name == word || self.also.contains(&word)
    }
}

/// A strength that is printed for the unit; a bare number is one too.
pub(super) const CE: Field = field("ce", Kind::Points).also(&["strength"]);
/// HIT markers.
pub(super) const HITS: Field = field("hits", Kind::Whole(0, 20)).also(&["hit"]);
/// The rating of the leader with the unit.
pub(super) const LEADER: Field = field("leader", Kind::Whole(-1, 4)).also(&["rating"]);
/// Stood still.
pub(super) const UNMOVED: Field = flag("unmoved", &["still", "stationary", "not-moved", "halted"]);

/// Nations.
pub(super) const NATION: Field = field(
    "nation",
    Kind::Words(&[
        ("french", "french"),
        ("british", "british"),
        ("english", "british"),
        ("scottish", "british"),
        ("highland", "british"),
        ("kgl", "british"),
        ("dutch", "dutch"),
        ("belgian", "dutch"),
        ("dutch-belgian", "dutch"),
        ("netherlands", "dutch"),
        ("nassau", "nassau"),
        ("brunswick", "brunswick"),
        ("hanoverian", "hanoverian"),
        ("hanover", "hanoverian"),
        ("prussian", "prussian"),
        ("austrian", "austrian"),
        ("russian", "russian"),
        ("spanish", "spanish"),
        ("portuguese", "portuguese"),
        ("polish", "polish"),
        ("bavarian", "bavarian"),
        ("saxon", "saxon"),
        ("italian", "italian"),
        ("other", "other"),
    ]),
);

/// Classes.
pub(super) const CLASS: Field = field(
    "class",
    Kind::Words(&[
        ("line-infantry", "line-infantry"),
        ("infantry", "line-infantry"),
        ("battalion", "line-infantry"),
        ("line-battalion", "line-infantry"),
        ("foot", "line-infantry"),
        ("fusiliers", "line-infantry"),
        ("grenadiers", "line-infantry"),
        ("foot-guards", "line-infantry"),
        ("old-guard", "line-infantry"),
        ("middle-guard", "line-infantry"),
        ("young-guard", "line-infantry"),
        ("guards", "line-infantry"),
        ("guard", "line-infantry"),
        ("musketeers", "line-infantry"),
        ("militia", "line-infantry"),
        ("landwehr", "line-infantry"),
        ("light-infantry", "light-infantry"),
        ("light", "light-infantry"),
        ("light-battalion", "light-infantry"),
        ("legere", "light-infantry"),
        ("rifles", "light-infantry"),
        ("jager", "light-infantry"),
        ("jaeger", "light-infantry"),
        ("cavalry", "cavalry"),
        ("light-cavalry", "cavalry"),
        ("hussars", "cavalry"),
        ("chasseurs", "cavalry"),
        ("light-dragoons", "cavalry"),
        ("sabre-cavalry", "sabre-cavalry"),
        ("heavy-cavalry", "sabre-cavalry"),
        ("cuirassiers", "sabre-cavalry"),
        ("carabiniers", "sabre-cavalry"),
        ("dragoons", "sabre-cavalry"),
        ("heavy-dragoons", "sabre-cavalry"),
        ("dragoon-guards", "sabre-cavalry"),
        ("life-guards", "sabre-cavalry"),
        ("horse-guards", "sabre-cavalry"),
        ("scots-greys", "sabre-cavalry"),
        ("greys", "sabre-cavalry"),
        ("lancers", "lancers"),
        ("uhlans", "lancers"),
        ("cossacks", "lancers"),
        ("light-foot", "light-foot"),
        ("light-battery", "light-foot"),
        ("light-guns", "light-foot"),
        ("light-foot-battery", "light-foot"),
        ("6-pounders", "light-foot"),
        ("medium-foot", "medium-foot"),
        ("medium-battery", "medium-foot"),
        ("medium-guns", "medium-foot"),
        ("medium-foot-battery", "medium-foot"),
        ("8-pounders", "medium-foot"),
        ("9-pounders", "medium-foot"),
        ("battery", "medium-foot"),
        ("foot-battery", "medium-foot"),
        ("guns", "medium-foot"),
        ("artillery", "medium-foot"),
        ("heavy-foot", "heavy-foot"),
        ("heavy-battery", "heavy-foot"),
        ("heavy-guns", "heavy-foot"),
        ("heavy-foot-battery", "heavy-foot"),
        ("12-pounders", "heavy-foot"),
        ("light-horse", "light-horse"),
        ("light-horse-battery", "light-horse"),
        ("horse-battery", "light-horse"),
        ("horse-artillery", "light-horse"),
        ("horse-guns", "light-horse"),
        ("medium-horse", "medium-horse"),
        ("medium-horse-battery", "medium-horse"),
        ("heavy-horse", "heavy-horse"),
        ("heavy-horse-battery", "heavy-horse"),
    ]),
);

const FORMATIONS: Kind = Kind::Words(&[
    ("line", "line"),
    ("column", "column"),
    ("assault-column", "column"),
    ("attack-column", "column"),
    ("road-column", "road-column"),
    ("march-column", "road-column"),
    ("square", "square"),
    ("skirmish", "skirmish"),
    ("skirmishers", "skirmish"),
    ("skirmishing", "skirmish"),
    ("skirmish-order", "skirmish"),
    ("screen", "skirmish"),
    ("garrison", "garrison"),
    ("limbered", "limbered"),
    ("unlimbered", "unlimbered"),
]);

/// Formations.
pub(super) const FORMATION: Field = field("formation", FORMATIONS);

/// The formation before a change; said as `changes-from=line` or `from line`.
pub(super) const CHANGES_FROM: Field = Field { also: &["from"], ..field("changes-from", FORMATIONS) };

/// States of order.
pub(super) const STATUS: Field = field(
    "status",
    Kind::Words(&[
        ("good", "good"),
        ("good-order", "good"),
        ("disordered", "disordered"),
        ("routed", "routed"),
        ("routing", "routed"),
        ("rallying", "routed"),
    ]),
);

/// Cover.
pub(super) const COVER: Field = field(
    "cover",
    Kind::Words(&[
        ("open", "open"),
        ("hillcrest", "hillcrest"),
        ("crest", "hillcrest"),
        ("hill", "hillcrest"),
        ("hedge", "hedge"),
        ("light-woods", "light-woods"),
        ("woods", "light-woods"),
        ("heavy-woods", "heavy-woods"),
        ("wall", "wall"),
        ("stone-wall", "wall"),
        ("light-works", "light-works"),
        ("light-building", "light-works"),
        ("medium-works", "medium-works"),
        ("medium-building", "medium-works"),
        ("works", "medium-works"),
        ("building", "medium-works"),
        ("village", "medium-works"),
        ("farm", "medium-works"),
        ("heavy-works", "heavy-works"),
        ("heavy-building", "heavy-works"),
        ("redoubt", "heavy-works"),
        ("chateau", "heavy-works"),
    ]),
);

/// From where an attack comes.
pub(super) const FACET: Field = field(
    "facet",
    Kind::Words(&[("front", "front"), ("flank", "flank"), ("rear", "rear"), ("behind", "rear"), ("enfilade", "flank")]),
);

/// The weather.
pub(super) const WEATHER: Field = field(
    "weather",
    Kind::Words(&[("clear", "clear"), ("dry", "clear"), ("rain", "rain"), ("raining", "rain"), ("wet", "rain")]),
)
.at(Place::Whole);

/// Orders.
pub(super) const ORDERS: Kind =
    Kind::Words(&[("attack", "attack"), ("defend", "defend"), ("defence", "defend"), ("reserve", "reserve")]);

/// Words that say nothing by themselves.
pub(super) const NOISE: [&str; 14] =
    ["in", "on", "the", "a", "an", "with", "of", "at", "and", "its", "by", "is", "his", "their"];
