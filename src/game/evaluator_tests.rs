//! Tests of `evaluator.rs`.

use super::*;

#[test]
fn numbers_are_places_in_the_list_and_words_are_unique() {
    for (place, named) in EVALUATORS.iter().enumerate() {
        assert_eq!(usize::from(named.evaluator.number()), place + 1, "{}", named.word);
        assert_eq!(Evaluator::from_number(named.evaluator.number()), Some(named.evaluator));
        assert_eq!(Evaluator::from_word(named.word), Some(named.evaluator));
        assert_eq!(named.evaluator.word(), named.word);
    }
    assert_eq!(Evaluator::from_number(0), Some(Evaluator::DEFAULT));
    assert_eq!(Evaluator::from_number(EVALUATORS.len() as u8 + 1), None);
    assert_eq!((Evaluator::from_word(""), Evaluator::DEFAULT.word()), (None, ""));
}
