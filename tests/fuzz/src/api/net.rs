//! Tests imm_set_net() with random nets, nets of other games, and invalid bytes.

use super::World;
use super::live::{Live, Refusals};
use crate::block::Block;
use crate::source::{Source, bytes_of};
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm::base::bytes::ByteWriter;
use imm::net::{Builder, Part};
use imm_host::*;
use std::ptr::null;
use std::rc::Rc;

/// The number of values that a random net distinguishes for each feature. A larger value counts as
/// the largest of these values.
const VALUES: usize = 3;

/// Returns the bytes of a random net for the game with this name.
fn random_net(game: &str, features: usize, source: &mut Source<'_>) -> Vec<u8> {
    let width = source.pick(&[1, 1, 8, 16, 64]);
    let neurons = if width > 1 { source.pick(&[0, 0, 4]) } else { 0 };
    let parts: Vec<[Part; 1]> =
        (0..features).map(|feature| [Part { feature: feature as u8, top: VALUES as u8 - 1, step: 1 }]).collect();
    let patterns: Vec<(u32, &[Part])> =
        parts.iter().enumerate().map(|(number, parts)| ((number * VALUES) as u32, parts.as_slice())).collect();
    let mut words = |count: usize| -> Vec<i16> { (0..count).map(|_| i16::from(source.byte() as i8)).collect() };
    let (bias, table) = (words(width), words(features * VALUES * width));
    let hidden: Vec<i8> = words(neurons * width).into_iter().map(|word| word as i8).collect();
    let hidden_bias: Vec<i32> = words(neurons).into_iter().map(i32::from).collect();
    let result = words(match (width, neurons) {
        (1, _) => 0,
        (_, 0) => width,
        _ => neurons,
    });
    let draft = Builder {
        game,
        features: features as u16,
        patterns: &patterns,
        shifts: [0, source.below(8) as u8, source.below(6) as u8],
        bias: &bias,
        table: &table,
        hidden: &hidden,
        hidden_bias: &hidden_bias,
        result: &result,
        result_bias: 17,
    };
    let mut counted = ByteWriter::new(&mut []);
    draft.write(&mut counted);
    let mut bytes = vec![0; counted.len()];
    draft.write(&mut ByteWriter::new(&mut bytes));
    bytes
}

impl World {
    fn lend(&self, bytes: &[u8], slip: usize) -> Rc<Block> {
        let mut block = Block::new(bytes.len(), slip, &self.around);
        block.bytes_mut().copy_from_slice(bytes);
        Rc::new(block)
    }

    /// Gives a net to a state whose player needs a net. The same game always gets the same net.
    pub(crate) fn give_net(&self, live: &mut Live) -> Result<()> {
        let (game, features) = live.shadow.features();
        let net = self.lend(&random_net(game, features, &mut Source::new(&bytes_of(1))), 0);
        let status = call!(self.t, imm_set_net(live.state, net.start().cast(), net.size()));
        ensure!(status == IMM_OK, "imm_set_net answers {status}");
        live.net = Some(net);
        Ok(())
    }

    /// Sets another net, removes the net, or makes a call that must be refused.
    pub(crate) fn change_net(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let (game, features) = live.shadow.features();
        let foreign = source.once_in(8);
        let (name, count) = match source.below(2) {
            _ if !foreign => (game, features.max(1)),
            0 => (game, features + 1),
            _ => ("chess", features.max(1)),
        };
        let mut bytes = random_net(name, count, source);
        let damaged = source.once_in(8);
        if damaged {
            let place = source.below(bytes.len());
            bytes[place] ^= source.byte().max(1);
        }
        let net = self.lend(&bytes, source.below(5));
        let [nothing, overlaps] = [source.once_in(6), source.once_in(8)];
        let size = if nothing { source.pick(&[0, 0, 64]) } else { net.size() };
        let given = match (nothing, overlaps) {
            (true, _) => null(),
            (_, true) => live.state.cast::<u8>().wrapping_add(64).cast_const(),
            _ => net.start().cast_const(),
        };
        let other_game = (count != features) || (live.own.is_none() && name != game);
        let refusals = Refusals::default()
            .when(live.small, IMM_ERR_UNSUPPORTED)
            .when(nothing && size > 0, IMM_ERR_NULL)
            .when(overlaps && !nothing, IMM_ERR_BUFFER)
            .when(damaged && !nothing, IMM_ERR_NET)
            .when(other_game && !nothing, IMM_ERR_NET_GAME);
        let status = call!(self.t, imm_set_net(live.state, given.cast(), size));
        net.check_around()?;
        if self.judge(live, "imm_set_net", status, &refusals)? {
            live.net = (!nothing).then_some(net);
        }
        Ok(())
    }
}
