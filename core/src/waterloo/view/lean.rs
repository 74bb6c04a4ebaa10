//! Text without what goes without saying.

/// Whether a value is the one that a reader takes for one left out.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Implements `Serialize` for a struct. The fields behind the semicolon, which must be the last ones and `serde(default)`,
/// are left out of text where they are empty, 0 or not so; in binary every field is written.
macro_rules! lean {
    ($type:ident { $($field:ident),+ ; $($more:ident),+ $(,)? }) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct as _;
                let text = s.is_human_readable();
                let fields = [$(stringify!($field)),+].len() + [$(stringify!($more)),+].len();
                let mut out = s.serialize_struct(stringify!($type), fields)?;
                $(out.serialize_field(stringify!($field), &self.$field)?;)+
                $(if text && $crate::waterloo::view::lean::is_default(&self.$more) {
                    out.skip_field(stringify!($more))?;
                } else {
                    out.serialize_field(stringify!($more), &self.$more)?;
                })+
                out.end()
            }
        }
    };
}
pub(super) use lean;
