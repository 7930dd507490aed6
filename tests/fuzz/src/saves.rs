//! Loads saves that have changed bytes and a correct checksum. Each load must fail, or produce a
//! state that can be played.

use crate::api::World;
use crate::api::live::Live;
use crate::block::{Block, Surroundings};
use crate::games::Chosen;
use crate::plant::{Plant, is_planted};
use crate::players::player;
use crate::source::Source;
use crate::transcript::{Transcript, call};
use anyhow::{Context, Result, ensure};
use imm::base::bytes::crc32;
use imm_host::*;
use std::rc::Rc;

/// Runs the scenario that these bytes describe.
///
/// # Errors
/// The library behaved incorrectly.
pub fn run(source: &mut Source<'_>, t: &Rc<Transcript>, around: &Surroundings) -> Result<()> {
    let mut world = World::new(t, around);
    let chosen = if source.once_in(5) { Chosen::new(source, t) } else { Chosen::built_in(source, t) };
    if chosen.small {
        return Ok(());
    }
    let player = if source.once_in(3) { "ab(tt,history)".to_owned() } else { player(source) };
    let size = source.pick(&[0, 2000, 20_000]);
    let Some(mut live) = world.open_for(chosen, &player, size)? else { return Ok(()) };
    if let Some(own) = &live.own {
        own.tolerant.set(true); // from now on, a position can be any bytes
    }
    let what = live.name.clone();
    let result = damage_and_load(&mut world, &mut live, source);
    result.and_then(|()| live.check_around()).context(what)
}

fn damage_and_load(world: &mut World, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
    let slow = live.is_slow();
    let begin = source.within(0, 3);
    for _ in 0..begin {
        if live.is_over() {
            break;
        }
        let iterations = if slow { source.pick(&[1, 4, 16]) } else { source.pick(&[3, 30, 200]) };
        let status = world.go_on(live, iterations)?;
        ensure!(status >= IMM_OK, "a search answers {status}");
        if source.once_in(2) {
            let mv = source.pick(&live.shadow.moves());
            ensure!(call!(world.t, imm_play(live.state, mv)) == IMM_OK, "imm_play fails");
            live.played(mv);
        }
    }
    let good = saved(world, live)?;
    for _ in 0..source.within(1, 12) {
        let mut bytes = good.clone();
        damage(&mut bytes, source);
        load(world, live, &bytes)?;
        if live.tainted {
            // The state was loaded from changed bytes. All functions must still work with this
            // state.
            for _ in 0..source.below(4) {
                world.step_of(live, 0, source)?;
            }
            let again = saved(world, live)?;
            let status = call!(world.t, imm_load(live.state, again.as_ptr().cast(), again.len()));
            // If a callback gave a false answer, or if a custom game was loaded from changed bytes,
            // the tree can contain moves that do not exist. Loading a save of such a tree may fail.
            let astray = live.lied && status == IMM_ERR_BYTES;
            ensure!(status == IMM_OK || astray, "what was saved cannot be loaded: {status}");
            ensure!(saved(world, live)? == again, "what was loaded is saved as something else");
            let reliable = (live.tainted, live.lied);
            live.set_up(live.shadow.copy());
            (live.tainted, live.lied) = reliable;
            live.leaves.forget_count();
        }
    }
    Ok(())
}

/// Saves the state and returns the bytes of the save.
fn saved(world: &World, live: &mut Live) -> Result<Vec<u8>> {
    let size = call!(world.t, imm_save_size(live.state));
    let room = Block::new(size, 0, &world.around);
    let length = world.outs.first.of::<usize>();
    let status = call!(world.t, imm_save(live.state, room.start().cast(), size, length));
    ensure!(status == IMM_OK, "imm_save answers {status}");
    room.check_around()?;
    live.leaves.end_waiting();
    Ok(room.bytes().to_vec())
}

/// Changes some bytes, mostly after the header, and corrects the checksum.
fn damage(bytes: &mut Vec<u8>, source: &mut Source<'_>) {
    let body = bytes.len() - 4;
    for _ in 0..source.within(1, 4) {
        let place =
            if source.once_in(8) { source.below(body) } else { 48.min(body) + source.below(body - 48.min(body)) };
        match source.below(6) {
            0 => bytes[place] = source.byte(),
            1 => bytes[place] ^= 1 << source.below(8),
            2 => bytes[place] = bytes[place].wrapping_add(1),
            3 => bytes[place] = source.pick(&[0, 255, 128, 1]),
            4 => {
                let from = source.below(body);
                let length = source.within(1, 24).min(body - place).min(body - from);
                bytes.copy_within(from..from + length, place);
            }
            _ if source.once_in(6) => {
                // Makes the save longer or shorter. The header keeps the old length.
                let length = source.within(48.min(body), body + 16);
                bytes.resize(length + 4, source.byte());
                break;
            }
            _ => bytes.swap(place, source.below(body)),
        }
    }
    let body = bytes.len() - 4;
    let check = crc32(&bytes[..body]).to_le_bytes();
    bytes[body..].copy_from_slice(&check);
}

/// Loads changed bytes. The load must succeed completely or leave the state unchanged.
fn load(world: &World, live: &mut Live, bytes: &[u8]) -> Result<()> {
    let before = saved(world, live)?;
    let mut block = Block::new(bytes.len(), 0, &world.around);
    block.bytes_mut().copy_from_slice(bytes);
    let status = call!(world.t, imm_load(live.state, block.start().cast(), bytes.len()));
    ensure!(call!(world.t, imm_last_status(live.state)) == status, "the latest status is another one");
    if status != IMM_OK {
        const REFUSALS: [imm_status; 5] =
            [IMM_ERR_BYTES, IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER, IMM_ERR_SAVED_MEMORY];
        ensure!(REFUSALS.contains(&status), "imm_load answers {status}");
        if is_planted(Plant::LoadsInPart) {
            call!(world.t, imm_step(live.state, 1));
        }
        ensure!(saved(world, live)? == before, "a load that was refused has changed the state");
        return Ok(());
    }
    let position = world.bytes_now(live)?;
    let mut shadow = live.start.copy();
    ensure!(shadow.set_bytes(&position), "the loaded state has an invalid position");
    live.set_up(shadow);
    (live.tainted, live.lied) = (true, live.own.is_some());
    live.leaves.forget_count();
    Ok(())
}
