//! What was called, and what it answered: equal for two runs of a scenario, or something depends on
//! what it must not know.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How often a function was called: with success, and without.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Count {
    /// Calls that did what they were asked for.
    pub done: u64,
    /// Calls that were refused or failed.
    pub refused: u64,
}

/// The calls of each function.
pub type Counts = BTreeMap<&'static str, Count>;

/// The calls of one run of a scenario. Shared, as callbacks call functions, too.
#[derive(Debug, Default)]
pub struct Transcript {
    counts: RefCell<Counts>,
    digest: Cell<u64>,
    /// The digest after each call.
    log: RefCell<Vec<(&'static str, u64)>>,
    tells: bool,
}

impl Transcript {
    /// Nothing called yet. `tells`: each call is written to standard error.
    #[must_use]
    pub fn new(tells: bool) -> Self {
        Self { tells, ..Self::default() }
    }

    /// The calls so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts.borrow().clone()
    }

    /// Where another run of the scenario was different: the call after which that showed.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let (own, others) = (self.log.borrow(), other.log.borrow());
        let place = own.iter().zip(others.iter()).position(|(one, other)| one != other);
        let place = place.or((self.digest != other.digest).then_some(own.len().min(others.len())))?;
        let name = |log: &[(&'static str, u64)]| log.get(place).map_or("the end", |(name, _)| name);
        Some(format!("call {place}: {} and {}, or what they found", name(&own), name(&others)))
    }

    /// Something that was found, and must be found again.
    pub fn found(&self, what: &(impl Hash + ?Sized)) {
        let mut hash = DefaultHasher::new();
        (self.digest.get()).hash(&mut hash);
        what.hash(&mut hash);
        self.digest.set(hash.finish());
    }

    /// A function is about to be called.
    pub fn begins(&self, name: &str, arguments: impl FnOnce() -> String) {
        if self.tells {
            eprintln!("{name}({}) ...", arguments());
        }
    }

    /// A function has answered.
    pub fn ends(&self, name: &'static str, answer: &impl Answer) {
        let mut counts = self.counts.borrow_mut();
        let count = counts.entry(name).or_default();
        if answer.is_success() {
            count.done += 1;
        } else {
            count.refused += 1;
        }
        self.found(&(name, answer.digest()));
        self.log.borrow_mut().push((name, self.digest.get()));
        self.say(|| format!("= {}", answer.digest().cast_signed()));
    }

    /// Something to tell a person who looks at this run.
    pub fn say(&self, what: impl FnOnce() -> String) {
        if self.tells {
            eprintln!("    {}", what());
        }
    }
}

/// What an exported function returns.
pub trait Answer {
    /// What two runs have in common: no addresses.
    fn digest(&self) -> u64;

    /// Did it do what it was asked for?
    fn is_success(&self) -> bool {
        true
    }
}

/// A status, or a count.
impl Answer for i32 {
    fn digest(&self) -> u64 {
        i64::from(*self).cast_unsigned()
    }
    fn is_success(&self) -> bool {
        *self >= 0
    }
}

/// A move, or a number.
impl Answer for u32 {
    fn digest(&self) -> u64 {
        (*self).into()
    }
    fn is_success(&self) -> bool {
        *self != imm_host::IMM_MOVE_NONE
    }
}

/// A size.
impl Answer for usize {
    fn digest(&self) -> u64 {
        *self as u64
    }
    fn is_success(&self) -> bool {
        *self != 0
    }
}

impl<T> Answer for *const T {
    fn digest(&self) -> u64 {
        u64::from(!self.is_null())
    }
    fn is_success(&self) -> bool {
        !self.is_null()
    }
}

impl Answer for () {
    fn digest(&self) -> u64 {
        0
    }
}

/// Structs have addresses in them.
macro_rules! structs {
    ($($name:ident)*) => {
        $(impl Answer for imm_host::$name {
            fn digest(&self) -> u64 {
                self.struct_size.into()
            }
        })*
    };
}
structs!(imm_game imm_config imm_limits imm_clock imm_check_report);

/// Calls an exported function, and notes that in the transcript.
macro_rules! call {
    // Each argument is worked out once, whether or not it is told: it may draw choices.
    (@ $t:expr, $name:ident, [$($bound:ident)*]) => {{
        $t.begins(stringify!($name), || {
            let arguments: &[String] = &[$(format!("{:?}", $bound)),*];
            arguments.join(", ")
        });
        // SAFETY: pointers are NULL, or valid for what the header says of this function; handles
        // point to memory that can be read.
        #[allow(unused_unsafe)]
        let answer = unsafe { imm_host::$name($($bound),*) };
        $t.ends(stringify!($name), &answer);
        answer
    }};
    (@ $t:expr, $name:ident, [$($bound:ident)*] $first:expr $(, $rest:expr)*; $next:ident $($names:ident)*) => {{
        let $next = $first;
        $crate::transcript::call!(@ $t, $name, [$($bound)* $next] $($rest),*; $($names)*)
    }};
    (@ $t:expr, $name:ident, [$($bound:ident)*]; $($names:ident)*) => {
        $crate::transcript::call!(@ $t, $name, [$($bound)*])
    };
    ($t:expr, $name:ident($($argument:expr),* $(,)?)) => {
        $crate::transcript::call!(@ $t, $name, [] $($argument),*; first second third fourth fifth sixth)
    };
}
pub(crate) use call;
