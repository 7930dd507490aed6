//! Reads and writes the files of a run, which are all in one folder.
//!
//! | file | content |
//! |---|---|
//! | `run.toml` | the settings of the run |
//! | `log.jsonl` | one line for each generation |
//! | `data/` | positions, compressed, several games in a file |
//! | `training` | the net in training, saved after each epoch |
//! | `nets/` | the net of each generation |
//! | `NAME.immnet`, `NAME.h` | the best net so far |
//! | `curve.svg` | the loss and strength by generation |

use super::args::Settings;
use super::curve;
use super::generation::Line;
use super::sealed::{unseal, write_sealed, write_whole};
use super::whole;
use crate::experiments::log::Log;
use crate::lines::records_so_far;
use crate::net::NetFile;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The first bytes of the file `training`. These bytes identify the file type.
const TRAINING: [u8; 4] = *b"imtt";

/// The folder of a run. Only one process writes to this folder.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    name: String,
    log: Log,
}

/// The state of the training: the generation, its finished epochs, and the net.
pub(super) struct Training {
    pub generation: u32,
    pub epochs: u32,
    /// The mean loss of the latest epoch. The field `before` is the loss on held-out samples before
    /// the first epoch.
    pub loss: f64,
    pub before: f64,
    pub model: Vec<u8>,
}

impl Folder {
    /// Opens the folder of a run, or creates it.
    ///
    /// # Errors
    /// The folder contains a run with other settings, another process uses the folder, or the disk
    /// is full.
    pub(super) fn open(path: &Path, settings: &Settings) -> Result<Self> {
        for folder in ["data", "nets"] {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).with_context(|| format!("{}: cannot make it", folder.display()))?;
        }
        let log = Log::open::<Line>(&path.join("log.jsonl"))?;
        let (file, wanted) = (path.join("run.toml"), Table::try_from(settings)?);
        if file.exists() {
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            let begun: Table = text.parse().with_context(|| file.display().to_string())?;
            let others = differences("", &begun, &wanted);
            ensure!(
                others.is_empty(),
                "{}: the run was started with {}: continue with these, or start a new run in another --out",
                file.display(),
                others.join(", ")
            );
        } else {
            write_whole(&file, toml::to_string(settings)?.as_bytes())?;
        }
        Ok(Self { path: path.to_owned(), name: settings.name.clone(), log })
    }

    /// Reads the records of the finished generations.
    ///
    /// # Errors
    /// The log cannot be read, or a line is not the record of the next generation.
    pub(super) fn lines(&self) -> Result<Vec<Line>> {
        let mut lines = Vec::new();
        for line in records_so_far::<Line>(self.log.path())? {
            let (place, line) = line?;
            ensure!(line.generation as usize == lines.len(), "{place}: generation {} out of turn", line.generation);
            lines.push(line);
        }
        Ok(lines)
    }

    /// The path of the file that contains one chunk of a generation's games.
    pub(super) fn data(&self, generation: u32, chunk: u32) -> PathBuf {
        self.path.join(format!("data/g{generation:04}-{chunk:05}.games"))
    }

    /// The size in bytes of a chunk of games; `None` if its file does not exist.
    pub(super) fn data_size(&self, generation: u32, chunk: u32) -> Option<u64> {
        fs::metadata(self.data(generation, chunk)).ok().map(|about| about.len())
    }

    /// The folder's path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn net_file(&self, generation: u32) -> PathBuf {
        self.path.join(format!("nets/g{generation:04}.immnet"))
    }

    /// Reads the net of a generation.
    ///
    /// # Errors
    /// The file cannot be read, or is not a net.
    pub(super) fn net(&self, generation: u32) -> Result<NetFile> {
        NetFile::open(&self.net_file(generation))
    }

    /// Stores the net of a generation.
    ///
    /// # Errors
    /// The file cannot be written, for example on a full disk.
    pub(super) fn keep_net(&self, generation: u32, bytes: &[u8]) -> Result<()> {
        write_whole(&self.net_file(generation), bytes)
    }

    /// Stores the state of the training.
    ///
    /// # Errors
    /// The file cannot be written, for example on a full disk.
    pub(super) fn keep_training(&self, training: &Training) -> Result<()> {
        let mut bytes = Vec::new();
        [training.generation, training.epochs].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        [training.loss, training.before].iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(&training.model);
        write_sealed(&self.path.join("training"), TRAINING, &bytes)
    }

    /// Reads the state of the training. Returns `None` if no epoch was finished.
    ///
    /// # Errors
    /// The file is damaged.
    pub(super) fn training(&self) -> Result<Option<Training>> {
        let path = self.path.join("training");
        if !path.exists() {
            return Ok(None);
        }
        let bytes = unseal(&path, TRAINING)?;
        let cut_off = || format!("{}: cut off", path.display());
        let (words, rest) = bytes.split_at_checked(8).with_context(cut_off)?;
        let (numbers, model) = rest.split_at_checked(16).with_context(cut_off)?;
        let ([generation, epochs], [loss, before]) = (&words.as_chunks().0[..2], &numbers.as_chunks().0[..2]) else {
            bail!(cut_off());
        };
        let [generation, epochs] = [generation, epochs].map(|&bytes| u32::from_le_bytes(bytes));
        let [loss, before] = [loss, before].map(|&bytes| f64::from_le_bytes(bytes));
        Ok(Some(Training { generation, epochs, loss, before, model: model.to_vec() }))
    }

    /// Adds the record of a finished generation to the log.
    ///
    /// # Errors
    /// The file cannot be written, for example on a full disk.
    pub(super) fn add_line(&self, line: &Line) -> Result<()> {
        self.log.append(line)
    }

    /// Writes the results of the run so far: the best net, a C header that contains this net, and
    /// the figure. Writes nothing if no generation is finished.
    ///
    /// # Errors
    /// A file cannot be written, for example on a full disk.
    pub(super) fn publish(&self, lines: &[Line]) -> Result<()> {
        let Some(best) = lines.iter().rfind(|line| line.accepted) else { return Ok(()) };
        let net = self.net(best.generation)?;
        write_whole(&self.result(), net.bytes())?;
        write_whole(&self.result().with_extension("h"), whole::header(&self.name, net.bytes()).as_bytes())?;
        write_whole(&self.path.join("curve.svg"), curve::svg(&self.name, lines)?.as_bytes())
    }

    /// The path of the best net so far.
    pub(super) fn result(&self) -> PathBuf {
        self.path.join(format!("{}.immnet", self.name))
    }
}

/// The keys whose values differ between the two tables, as text for an error message.
fn differences(prefix: &str, begun: &Table, wanted: &Table) -> Vec<String> {
    let mut keys: Vec<&String> = begun.keys().chain(wanted.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut all = Vec::new();
    for key in keys {
        match (begun.get(key), wanted.get(key)) {
            (Some(Value::Table(one)), Some(Value::Table(other))) => {
                all.extend(differences(&format!("{key}."), one, other))
            }
            (one, other) if one == other => {}
            (one, other) => {
                let text = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
                all.push(format!("{prefix}{key} = {}, not {}", text(one), text(other)));
            }
        }
    }
    all
}
