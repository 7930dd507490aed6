//! Converts the library's statuses to exceptions.

use crate::library::{Status, words};
use pyo3::intern;
use pyo3::prelude::*;

/// Returns the exception for a status, with the library's text.
pub(crate) fn raise(py: Python<'_>, status: Status) -> PyErr {
    raise_with(py, status, &words(status))
}

/// Returns the exception for a status, with this text. `imm_search/errors.py` selects the class.
pub(crate) fn raise_with(py: Python<'_>, status: Status, text: &str) -> PyErr {
    let exception = py
        .import(intern!(py, "imm_search.errors"))
        .and_then(|errors| errors.call_method1(intern!(py, "of_status"), (status, text)));
    exception.map_or_else(|error| error, PyErr::from_value)
}
