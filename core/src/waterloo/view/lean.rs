//! Text without what goes without saying.

/// A value that a reader may take to be there when it is left out.
pub(super) trait Lean {
    /// Whether it is empty, 0 or not so.
    fn goes_without_saying(&self) -> bool;
}

impl<T: Default + PartialEq> Lean for T {
    fn goes_without_saying(&self) -> bool {
        *self == T::default()
    }
}

/// Implements `Serialize` for a struct. The fields behind the semicolon, which must be the last ones and `serde(default)`,
/// are left out of text where they are empty, 0 or not so; in binary every field is written.
///
/// With `fields` it is the function alone, for a type that is written as another.
macro_rules! lean {
    (fields $type:ident { $($field:ident),+ ; $($more:ident),+ $(,)? }) => {
        fn serialize<Z: serde::Serializer>(&self, s: Z) -> Result<Z::Ok, Z::Error> {
            use serde::ser::SerializeStruct as _;
            use $crate::waterloo::view::lean::Lean as _;
            let text = s.is_human_readable();
            let fields = [$(stringify!($field)),+].len() + [$(stringify!($more)),+].len();
            let mut out = s.serialize_struct(stringify!($type), fields)?;
            $(out.serialize_field(stringify!($field), &self.$field)?;)+
            $(if text && self.$more.goes_without_saying() {
                out.skip_field(stringify!($more))?;
            } else {
                out.serialize_field(stringify!($more), &self.$more)?;
            })+
            out.end()
        }
    };
    ($type:ident $fields:tt) => {
        impl serde::Serialize for $type {
            $crate::waterloo::view::lean::lean!(fields $type $fields);
        }
    };
}
pub(super) use lean;
