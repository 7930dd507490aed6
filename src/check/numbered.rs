//! A macro for enums whose numbers are part of the C ABI.

/// Defines an enum. Each row has a doc comment, a variant and a number, then some texts. The first
/// line has the number of texts. A number must never get a new meaning.
macro_rules! numbered {
    (
        $(#[$about:meta])* $of:ident, $texts:literal;
        $($(#[$meta:meta])* $name:ident = $number:literal, $($text:literal),+;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
        #[repr(u8)]
        pub enum $of {
            $($(#[$meta])* $name = $number,)*
        }

        impl $of {
            /// All variants, in order of number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The number of the variant, which is the same in C.
            #[must_use]
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// The variant with this number, if there is one.
            #[must_use]
            pub const fn from_number(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }

            const fn texts(self) -> [&'static str; $texts] {
                match self {
                    $(Self::$name => [$($text),+],)*
                }
            }
        }
    };
}
pub(super) use numbered;
