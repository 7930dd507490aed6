//! Parses players, moves, positions and games from text. No text may crash the library. If the
//! library accepts a player or a position, it must be able to write it as text. This text must give
//! the same player or position again.

use crate::api::World;
use crate::api::live::Live;
use crate::api::play::damaged;
use crate::block::Surroundings;
use crate::games::Chosen;
use crate::plant::{Plant, is_planted};
use crate::players::player;
use crate::source::Source;
use crate::transcript::{Transcript, call};
use anyhow::{Context, Result, ensure};
use imm_host::*;
use std::rc::Rc;

/// Runs the scenario that these bytes describe.
///
/// # Errors
/// The library behaved incorrectly.
pub fn run(source: &mut Source<'_>, t: &Rc<Transcript>, around: &Surroundings) -> Result<()> {
    let mut world = World::new(t, around);
    let chosen = Chosen::new(source, t);
    let Some(mut live) = world.open_for(chosen, "mcts()", 0)? else { return Ok(()) };
    while !source.is_empty() {
        match source.below(8) {
            0..=2 => player_text(&world, source)?,
            3 | 4 => position_text(&world, &mut live, source).context(live.name.clone())?,
            5 => world.move_texts(&mut live, source)?,
            6 => world.game_by_name(source)?,
            _ => world.play(&mut live, source)?,
        }
    }
    world.verify(&mut live, source)?;
    live.check_around()
}

/// Returns random bytes without a zero byte.
fn raw(source: &mut Source<'_>) -> Vec<u8> {
    (0..source.below(40)).map(|_| source.byte().max(1)).collect()
}

/// Parses the text of a player. The library must write the player as text, parse this text as the
/// same player, and write the same text again.
fn player_text(world: &World, source: &mut Source<'_>) -> Result<()> {
    let text = match source.below(4) {
        0 => raw(source),
        1 => player(source).into_bytes(),
        _ => damaged(player(source).as_bytes(), source),
    };
    let mut config = call!(world.t, imm_config_default());
    if world.configure(&mut config, &text)? != IMM_OK {
        return Ok(());
    }
    let shown = String::from_utf8_lossy(&text).into_owned();
    let written = world.text_of_config(&config)?.with_context(|| format!("{shown} is read, and cannot be written"))?;
    let mut again = call!(world.t, imm_config_default());
    let read = world.configure(&mut again, &written)?;
    let shown = format!("{shown}, written as {},", String::from_utf8_lossy(&written));
    ensure!(read == IMM_OK, "{shown} is not read again");
    let twice = world.text_of_config(&again)?.map(|text| if is_planted(Plant::OtherText) { Vec::new() } else { text });
    ensure!(twice.as_ref() == Some(&written), "{shown} is another player when it is read again");
    Ok(())
}

/// Parses the text of a position. The library must accept only valid positions. It must be able to
/// write an accepted position as text, and to parse that text as the same position.
fn position_text(world: &World, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
    let Some(text) = live.shadow.text().filter(|_| !live.small) else { return Ok(()) };
    let text = if source.once_in(5) { raw(source) } else { damaged(text.as_bytes(), source) };
    let mut shadow = live.shadow.copy();
    let expected = std::str::from_utf8(&text).is_ok_and(|text| shadow.set_text(text));
    let status = call!(world.t, imm_set_position(live.state, world.outs.given.text(&text)));
    let shown = String::from_utf8_lossy(&text).into_owned();
    ensure!(status == if expected { IMM_OK } else { IMM_ERR_TEXT }, "imm_set_position answers {status} to {shown}");
    let room = world.outs.first.take(IMM_TEXT_MAX, 1).cast();
    let explained =
        call!(world.t, imm_position_error(&raw const live.game, world.outs.given.text(&text), room, IMM_TEXT_MAX));
    let why = world.outs.first.written_text().unwrap_or_default();
    ensure!(
        (explained == IMM_OK && why.is_empty() == expected) || (explained == IMM_ERR_TEXT && !expected),
        "imm_position_error answers {explained} to {shown}"
    );
    if !expected {
        return Ok(());
    }
    live.set_up(shadow);
    world.verify(live, source)?;
    let room = world.outs.first.take(IMM_TEXT_MAX, 1).cast();
    let status = call!(world.t, imm_position_text(live.state, room, IMM_TEXT_MAX));
    ensure!(status == IMM_OK, "{shown} is read, and writing it answers {status}");
    let written = world.outs.first.written_text().context("no closing 0")?;
    let before = world.bytes_now(live)?;
    let status = call!(world.t, imm_set_position(live.state, world.outs.given.text(&written)));
    ensure!(status == IMM_OK, "{shown} is written as what cannot be read");
    ensure!(world.bytes_now(live)? == before, "{shown} is written as another position");
    Ok(())
}
