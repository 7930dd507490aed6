//! Lists whose numbers are part of the C ABI.

/// Makes an enum. A row: what it is, variant, number, and as many texts as the first line says. A
/// number is never given a new meaning.
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
            /// Each of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its number, which is also its number in C.
            #[must_use]
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// The one with this number, if there is one.
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
