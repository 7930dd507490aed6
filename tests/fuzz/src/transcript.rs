//! Records the calls of a scenario and their answers. Both runs of a scenario must have equal
//! answers. If the answers differ, an answer depends on addresses or on uninitialised memory.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How often a function succeeded and failed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Count {
    /// The number of successful calls.
    pub done: u64,
    /// The number of refused or failed calls.
    pub refused: u64,
}

/// The counts of each function, by the name of the function.
pub type Counts = BTreeMap<&'static str, Count>;

/// The calls of one run of a scenario. The fields are cells, because callbacks also record calls
/// while another call is running.
#[derive(Debug, Default)]
pub struct Transcript {
    counts: RefCell<Counts>,
    digest: Cell<u64>,
    /// The name of each called function, and the digest after the call.
    log: RefCell<Vec<(&'static str, u64)>>,
    tells: bool,
}

impl Transcript {
    /// Creates an empty transcript. If `tells` is true, each call is written to standard error.
    #[must_use]
    pub fn new(tells: bool) -> Self {
        Self { tells, ..Self::default() }
    }

    /// Returns the counts of all calls so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts.borrow().clone()
    }

    /// Describes the first call after which two runs differ. Returns `None` if the runs are equal.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let (own, others) = (self.log.borrow(), other.log.borrow());
        let place = own.iter().zip(others.iter()).position(|(one, other)| one != other);
        let place = place.or((self.digest != other.digest).then_some(own.len().min(others.len())))?;
        let name = |log: &[(&'static str, u64)]| log.get(place).map_or("the end", |(name, _)| name);
        Some(format!("call {place}: {} and {}, or what they found", name(&own), name(&others)))
    }

    /// Adds a result to the digest. The result must be the same in both runs.
    pub fn found(&self, what: &(impl Hash + ?Sized)) {
        let mut hash = DefaultHasher::new();
        (self.digest.get()).hash(&mut hash);
        what.hash(&mut hash);
        self.digest.set(hash.finish());
    }

    /// Writes the call to standard error if `tells` is true. The caller must call this function
    /// before each call of the library.
    pub fn begins(&self, name: &str, arguments: impl FnOnce() -> String) {
        if self.tells {
            eprintln!("{name}({}) ...", arguments());
        }
    }

    /// Records the answer of a call. The caller must call this function after each call of the
    /// library.
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

    /// Prints a message to standard error if `tells` is true.
    pub fn say(&self, what: impl FnOnce() -> String) {
        if self.tells {
            eprintln!("    {}", what());
        }
    }
}

/// The return value of an exported function.
pub trait Answer {
    /// Returns the part of the value that must be equal in both runs, without addresses.
    fn digest(&self) -> u64;

    /// True if the call succeeded.
    fn is_success(&self) -> bool {
        true
    }
}

/// The value is a status or a count. A negative value is a failure.
impl Answer for i32 {
    fn digest(&self) -> u64 {
        i64::from(*self).cast_unsigned()
    }
    fn is_success(&self) -> bool {
        *self >= 0
    }
}

/// The value is a move or a number. IMM_MOVE_NONE is a failure.
impl Answer for u32 {
    fn digest(&self) -> u64 {
        (*self).into()
    }
    fn is_success(&self) -> bool {
        *self != imm_host::IMM_MOVE_NONE
    }
}

/// The value is a size. Size 0 is a failure.
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

/// Structs contain addresses, so the digest is only the size of the struct.
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

/// Calls an exported function and adds the call to the transcript.
macro_rules! call {
    // Each argument is evaluated exactly once, whether it is printed or not, because the evaluation
    // may consume bytes of the scenario.
    (@ $t:expr, $name:ident, [$($bound:ident)*]) => {{
        $t.begins(stringify!($name), || {
            let arguments: &[String] = &[$(format!("{:?}", $bound)),*];
            arguments.join(", ")
        });
        // SAFETY: pointers are NULL, or valid as the header requires for this function. Handles
        // point to readable memory.
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
