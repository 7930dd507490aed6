//! Nets with random weights, for any game with features.

use imm::base::bytes::ByteWriter;
use imm::base::rng::Rng;
use imm::game::knowledge::Knowledge;
use imm::net::{Builder, Net, Part, Work};
use imm::search::Search;

const WIDTH: usize = 8;
/// The number of feature values that have a row in the table: the values 0 to 3.
const VALUES: u32 = 4;

/// Gives a search a net and work memory if its player evaluates positions with a net. This memory
/// is never freed, which is fine in a test.
pub fn lend<'m>(search: &mut impl Search<'m>, player: &str) {
    if !player.contains("efNet") {
        return;
    }
    let bytes: &'m [u8] = random(search.position()).leak();
    search.lend_work(vec![Work::new()].leak());
    search.set_net(Some(Net::read(bytes).unwrap())).unwrap();
}

/// Returns the bytes of a net with random weights. The same game always gets the same net.
fn random<G: Knowledge>(game: &G) -> Vec<u8> {
    let mut rng = Rng::new(7);
    let mut numbers = |count: usize, most: u32| -> Vec<i16> {
        (0..count).map(|_| rng.below(2 * most + 1) as i16 - most as i16).collect()
    };
    let features = game.feature_count();
    let parts: Vec<_> =
        (0..features).map(|feature| [Part { feature: feature as u8, top: VALUES as u8 - 1, step: 1 }]).collect();
    let patterns: Vec<_> = (0..).zip(&parts).map(|(feature, parts)| (feature * VALUES, parts.as_slice())).collect();
    let draft = Builder {
        game: game.built_in(),
        features: features as u16,
        patterns: &patterns,
        shifts: [2, 0, 5],
        bias: &numbers(WIDTH, 300),
        table: &numbers(features * VALUES as usize * WIDTH, 100),
        hidden: &[],
        hidden_bias: &[],
        result: &numbers(WIDTH, 3000),
        result_bias: 0,
    };
    let mut counted = ByteWriter::new(&mut []);
    draft.write(&mut counted);
    let mut bytes = vec![0; counted.len()];
    draft.write(&mut ByteWriter::new(&mut bytes));
    bytes
}
