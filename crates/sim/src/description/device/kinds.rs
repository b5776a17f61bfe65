//! The declaration of the kinds of device.

/// Declares an enumeration of kinds of device from their rooms' keys; `$facts` is the trait of what all of them tell.
macro_rules! device_kinds {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident of $facts:path {
            $($(#[doc = $note:literal])+ $variant:ident($keys:ty),)+
        }
        types by $kind:path
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", tag = "kind")]
        pub enum $name {
            $($(#[doc = $note])+ $variant($keys),)+
        }

        impl $name {
            /// The kinds.
            pub const TYPES: &'static [$crate::description::device::DeviceType] = &[$(<$keys as $kind>::TYPE),+];

            /// What all devices of the kind have in common.
            pub fn of_type(&self) -> $crate::description::device::DeviceType {
                match self {
                    $($name::$variant(_) => <$keys as $kind>::TYPE,)+
                }
            }

            /// The name of the kind, as platform files write it.
            pub fn name(&self) -> &'static str {
                self.of_type().name
            }

            /// Reads the keys of the kind of this name; None if there is no such kind.
            ///
            /// # Errors
            /// A key is missing, or has a value that cannot be.
            pub fn read(
                name: &str,
                table: &$crate::description::reader::Table,
                chip: &$crate::description::keys::Chip,
            ) -> Result<Option<$name>, $crate::description::PlatformError> {
                use $crate::description::keys::{Keys, ReadKeys};
                $(if name == <$keys as Keys>::NAME {
                    return <$keys as ReadKeys>::take_checked(table, chip).map($name::$variant).map(Some);
                })+
                Ok(None)
            }

            /// Its keys with their values.
            pub fn settings(
                &self,
                table: &str,
                chip: &$crate::description::keys::Chip,
            ) -> Vec<$crate::description::keys::Setting> {
                match self {
                    $($name::$variant(keys) => $crate::description::keys::Keys::settings(keys, table, chip),)+
                }
            }

            /// The values of keys that C programs see.
            pub fn macros(&self, name: &str) -> Vec<$crate::description::keys::Macro> {
                match self {
                    $($name::$variant(keys) => $crate::description::keys::Keys::macros(keys, name),)+
                }
            }
        }

        impl std::ops::Deref for $name {
            type Target = dyn $facts;

            fn deref(&self) -> &Self::Target {
                match self {
                    $($name::$variant(keys) => keys,)+
                }
            }
        }
    };
}
pub(crate) use device_kinds;
