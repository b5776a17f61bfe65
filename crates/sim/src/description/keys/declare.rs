//! `keys!`: the declaration of a table of keys.
//!
//! From
//!
//! ```text
//! keys! {
//!     /// The shared bus.
//!     pub struct Bus in "bus" {
//!         /// Frequency of its clock.
//!         period as "clock": Clock = 1 => "the chip's",
//!         /// Cycles from an uncontended request to its answer.
//!         single_access: Cycles<4, 1000> = 4,
//!     }
//! }
//! ```
//!
//! come the struct `Bus { period, single_access }`, its table of keys and its reader. The declaration of a key has:
//!
//! - the field's name, and with `as` the name of the key if it differs;
//! - the type ([`Value`](super::Value)), which includes range and unit;
//! - after `=`, the default. It may depend on the keys before it, and on the chip: `pub struct MailboxKeys in "mailbox" for chip` gives the
//!   [`Chip`](super::Chip) a name for use in defaults. Without `=` the key is required, unless its type is an `Option`;
//! - after `=>`, the default in words; for a required key, an example;
//! - above it, `#[header = "WEFT_LOCKS"]`: the macro by which C programs see the value.
//!
//! `without { model => "..." }` after the keys lists keys of earlier versions, with what to write instead. `check fits` names a method that rejects
//! values that contradict each other. `and { ... }` adds fields that are not keys: the caller passes them to `take`.

macro_rules! keys {
    (@declare
        $(#[doc = $about:literal])+
        $(#[derive($($derived:ident),+)])?
        pub struct $name:ident $(in $section:literal)? $(for $chip:ident)? {
            $(
                $(#[doc = $help:literal])+
                $(#[header = $header:literal])?
                $field:ident $(as $key:literal)?: $type:ty $(= $default:expr)? $(=> $text:literal)?
            ),* $(,)?
        }
        $(without { $($gone:ident => $remedy:literal),+ $(,)? })?
        and { $($(#[doc = $note:literal])+ $more:ident: $given:ty),* $(,)? }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize $($(, $derived)+)?)]
        pub struct $name {
            $($(#[doc = $help])+ pub $field: <$type as $crate::description::keys::Value>::Read,)*
            $($(#[doc = $note])+ pub $more: $given,)*
        }

        impl $crate::description::keys::Keys for $name {
            const NAME: &'static str = concat!("" $(, $section)?);
            const HELP: &'static str = concat!($($about),+);
            const KEYS: &'static [$crate::description::keys::Key] = &[
                $($crate::description::keys::Key {
                    name: $crate::description::keys::keys!(@name $field $($key)?),
                    help: concat!($($help),+),
                    shape: <$type as $crate::description::keys::Value>::SHAPE,
                    absent: $crate::description::keys::keys!(@absent $type, [$($default)?], [$($text)?]),
                    header: $crate::description::keys::keys!(@header $($header)?),
                },)*
                $($($crate::description::keys::Key {
                    name: stringify!($gone),
                    help: "",
                    shape: $crate::description::keys::Shape::Flag,
                    absent: $crate::description::keys::Absent::Gone($remedy),
                    header: None,
                },)+)?
            ];

            #[allow(unused_mut, unused_variables)]
            fn settings(
                &self,
                table: &str,
                facts: &$crate::description::keys::Chip,
            ) -> Vec<$crate::description::keys::Setting> {
                let mut all = Vec::new();
                $(<$type as $crate::description::keys::Value>::settings(
                    &self.$field, table, $crate::description::keys::keys!(@name $field $($key)?), facts, &mut all,
                );)*
                all
            }

            #[allow(unused_variables)]
            fn macros(&self, name: &str) -> Vec<$crate::description::keys::Macro> {
                vec![$($((
                    $header.replace("<NAME>", name),
                    <$type as $crate::description::keys::Value>::constant(&self.$field),
                ),)?)*]
            }
        }

        impl $name {
            /// Reads the keys from a table that may have others.
            ///
            /// # Errors
            /// One is missing, or has a value that cannot be.
            #[allow(unused_variables)]
            pub fn take(
                table: &$crate::description::reader::Table,
                facts: &$crate::description::keys::Chip
                $(, $more: $given)*
            ) -> $crate::description::Result<Self> {
                $(let $chip = facts;)?
                $(let $field = $crate::description::keys::keys!(
                    @take table, facts, $crate::description::keys::keys!(@name $field $($key)?),
                    $type, [$($default)?], [$($text)?]
                );)*
                Ok($name { $($field,)* $($more,)* })
            }
        }
    };

    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $key:literal) => { $key };

    (@header) => { None };
    (@header $header:literal) => { Some($header) };

    (@absent $type:ty, [$default:expr], [$text:literal]) => {
        $crate::description::keys::Absent::Otherwise($text)
    };
    (@absent $type:ty, [$default:expr], []) => {
        $crate::description::keys::Absent::Value(|| <$type as $crate::description::keys::Value>::write(&$default))
    };
    (@absent $type:ty, [], [$($text:literal)?]) => {
        match <$type as $crate::description::keys::Value>::REQUIRED {
            true => $crate::description::keys::Absent::Required(concat!("" $(, $text)?)),
            false => $crate::description::keys::Absent::Otherwise(concat!("" $(, $text)?)),
        }
    };

    (@take $table:ident, $chip:ident, $key:expr, $type:ty, [$default:expr], [$($text:literal)?]) => {
        match $table.optional($key) {
            Some(field) => <$type as $crate::description::keys::Value>::read(&field, $chip)?,
            None => $default,
        }
    };
    (@take $table:ident, $chip:ident, $key:expr, $type:ty, [], [$($text:literal)?]) => {
        <$type as $crate::description::keys::Value>::take($table, $key, concat!("" $(, $text)?), $chip)?
    };

    (
        $(#[$($about:tt)*])+
        pub struct $name:ident $(in $section:literal)? $(for $chip:ident)? { $($keys:tt)* }
        $(without { $($gone:tt)* })?
        $(check $check:ident)?
    ) => {
        $crate::description::keys::keys! {
            @declare $(#[$($about)*])+
            pub struct $name $(in $section)? $(for $chip)? { $($keys)* }
            $(without { $($gone)* })?
            and {}
        }

        impl $crate::description::keys::ReadKeys for $name {
            fn read(
                table: &$crate::description::reader::Table,
                chip: &$crate::description::keys::Chip,
            ) -> $crate::description::Result<Self> {
                table.expect_keys(&<$name as $crate::description::keys::Keys>::TABLE)?;
                $name::take_checked(table, chip)
            }

            fn take_checked(
                table: &$crate::description::reader::Table,
                chip: &$crate::description::keys::Chip,
            ) -> $crate::description::Result<Self> {
                let read = $name::take(table, chip)?;
                $(read.$check(table, chip)?;)?
                Ok(read)
            }
        }
    };
    (
        $(#[$($about:tt)*])+
        pub struct $name:ident $(in $section:literal)? $(for $chip:ident)? { $($keys:tt)* }
        $(without { $($gone:tt)* })?
        and { $($more:tt)* }
    ) => {
        $crate::description::keys::keys! {
            @declare $(#[$($about)*])+
            pub struct $name $(in $section)? $(for $chip)? { $($keys)* }
            $(without { $($gone)* })?
            and { $($more)* }
        }
    };
}
pub(crate) use keys;
