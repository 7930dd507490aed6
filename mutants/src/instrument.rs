//! All mutants of a file in one text: each stands beside the original, behind
//! `imm_mutant::on(number)`.
//!
//! Only one mutant is ever on, so the branch of a mutant has its operands as they were: the text
//! grows with the number of mutants, and not with its power.

use crate::list::{Genre, Mutant};
use crate::splice::{Edit, Piece, Spliced, splice};
use anyhow::{Context, Result};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Pat};

/// A file with mutants in it, and those that cannot be switched.
pub struct Instrumented {
    /// The text, and where which mutant stands.
    pub spliced: Spliced,
    /// Mutants in what is computed when the library is compiled.
    pub constant: Vec<u32>,
    /// Mutants for which no place was found.
    pub unplaced: Vec<u32>,
}

/// `source` with these of its mutants, by their numbers.
///
/// # Errors
/// It is not Rust.
pub fn instrument(source: &str, mutants: &[(u32, &Mutant)]) -> Result<Instrumented> {
    let tree = syn::parse_file(source).context("not Rust")?;
    let mut at: HashMap<(Genre, usize), Vec<(u32, &Mutant)>> = HashMap::new();
    for &(number, mutant) in mutants {
        at.entry((mutant.genre, mutant.span.start)).or_default().push((number, mutant));
    }
    let mut finder = Finder { at, edits: Vec::new(), constants: 0, constant: Vec::new(), placed: HashSet::new() };
    finder.visit_file(&tree);
    let unplaced = mutants.iter().map(|&(number, _)| number).filter(|number| !finder.placed.contains(number)).collect();
    Ok(Instrumented { spliced: splice(source, finder.edits), constant: finder.constant, unplaced })
}

struct Finder<'a> {
    /// The mutants, by what they change and where that begins.
    at: HashMap<(Genre, usize), Vec<(u32, &'a Mutant)>>,
    edits: Vec<Edit>,
    /// How many constants are around what is visited.
    constants: usize,
    constant: Vec<u32>,
    placed: HashSet<u32>,
}

fn bytes(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

fn text(text: impl Into<String>) -> Piece {
    Piece::Text(text.into())
}

fn on(number: u32) -> String {
    format!("::imm_mutant::on({number})")
}

/// `if on(1) { A } else if on(2) { B } else { ORIGINAL }`, each mutant with its pieces, in
/// parentheses: also a statement may begin with it.
fn choice(mutants: Vec<(u32, Vec<Piece>)>, original: Vec<Piece>) -> Vec<Piece> {
    let mut pieces = vec![text("(")];
    for (number, changed) in mutants {
        pieces.extend([Piece::Begin(number), text(format!("if {} {{ ", on(number)))]);
        pieces.extend(changed);
        pieces.extend([text(" }"), Piece::End, text(" else ")]);
    }
    pieces.push(text("{ "));
    pieces.extend(original);
    pieces.push(text(" })"));
    pieces
}

/// Is it `let`, or a chain with one: `a && let Some(b) = c`? Such a chain is no expression.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'a> Finder<'a> {
    /// The mutants of this genre that begin here; those in constants are noted instead.
    fn take(&mut self, genre: Genre, start: usize) -> Vec<(u32, &'a Mutant)> {
        let found = self.at.remove(&(genre, start)).unwrap_or_default();
        self.placed.extend(found.iter().map(|(number, _)| *number));
        if self.constants > 0 {
            self.constant.extend(found.iter().map(|(number, _)| *number));
            return Vec::new();
        }
        found
    }

    /// These cannot stand where they would have to.
    fn refuse(&mut self, mutants: &[(u32, &Mutant)]) {
        mutants.iter().for_each(|(number, _)| {
            self.placed.remove(number);
        });
    }

    fn replace(&mut self, range: Range<usize>, pieces: Vec<Piece>) {
        self.edits.push(Edit { range, pieces });
    }

    /// Visits what is computed at compile time.
    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        self.constants += 1;
        visit(self);
        self.constants -= 1;
    }

    fn function(&mut self, block: &Block) {
        let outer = std::mem::take(&mut self.constants);
        if let Some(first) = block.stmts.first() {
            let place = bytes(&block.brace_token.span.open()).end;
            let mut pieces = Vec::new();
            for (number, mutant) in self.take(Genre::FnValue, bytes(first).start) {
                pieces.extend([
                    Piece::Begin(number),
                    text(format!(" if {} {{ return {}; }}", on(number), mutant.replacement)),
                    Piece::End,
                ]);
            }
            if !pieces.is_empty() {
                self.replace(place..place, pieces);
            }
        }
        self.visit_block(block);
        self.constants = outer;
    }

    fn guard(&mut self, guard: &Expr, deleted: Option<u32>) {
        let range = bytes(guard);
        let replaced = self.take(Genre::MatchArmGuard, range.start);
        if has_let(guard) {
            self.refuse(&replaced);
            deleted.iter().for_each(|number| {
                self.placed.remove(number);
            });
            return self.visit_expr(guard);
        }
        let mut pieces = Vec::new();
        if let Some(number) = deleted {
            pieces.extend([Piece::Begin(number), text(format!("!{} && ", on(number))), Piece::End]);
        }
        let mutants = replaced.into_iter().map(|(number, mutant)| (number, vec![text(&*mutant.replacement)])).collect();
        pieces.extend(choice(mutants, vec![Piece::New(range.clone())]));
        self.replace(range, pieces);
        self.visit_expr(guard);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(block);
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let mutants = self.take(Genre::BinaryOperator, bytes(&binary.op).start);
        let chain = has_let(&binary.left) || has_let(&binary.right);
        if chain {
            self.refuse(&mutants);
        } else if !mutants.is_empty() {
            let (left, right, op) = (bytes(&binary.left), bytes(&binary.right), bytes(&binary.op));
            let range = left.start..right.end;
            let changed = |mutant: &Mutant| {
                let op = text(format!(" {} ", mutant.replacement));
                vec![Piece::Old(left.clone()), op, Piece::Old(right.clone())]
            };
            let mutants = mutants.into_iter().map(|(number, mutant)| (number, changed(mutant))).collect();
            let original =
                vec![Piece::New(left.clone()), text(" "), Piece::Old(op), text(" "), Piece::New(right.clone())];
            self.replace(range, choice(mutants, original));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let op = bytes(&unary.op);
        let operand = bytes(&unary.expr);
        let mutants = self.take(Genre::UnaryOperator, op.start);
        if !mutants.is_empty() {
            let mutants = mutants.into_iter().map(|(number, _)| (number, vec![Piece::Old(operand.clone())])).collect();
            let original = vec![Piece::Old(op.clone()), Piece::New(operand.clone())];
            self.replace(op.start..operand.end, choice(mutants, original));
        }
        visit::visit_expr_unary(self, unary);
    }

    /// A match that does not cover all without an arm is refused at what it looks at: so that is a
    /// place of its arms' mutants.
    fn visit_expr_match(&mut self, matched: &'ast syn::ExprMatch) {
        let looked_at = bytes(&matched.expr);
        let starts = matched.arms.iter().filter_map(|arm| self.at.get(&(Genre::MatchArm, bytes(arm).start)));
        let arms: Vec<u32> = starts.flatten().map(|(number, _)| *number).collect();
        if !arms.is_empty() && self.constants == 0 {
            let mut pieces: Vec<Piece> = arms.iter().map(|number| Piece::Begin(*number)).collect();
            pieces.push(Piece::New(looked_at.clone()));
            pieces.extend(arms.iter().map(|_| Piece::End));
            self.replace(looked_at, pieces);
        }
        visit::visit_expr_match(self, matched);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let deleted = self.take(Genre::MatchArm, bytes(arm).start).first().map(|(number, _)| *number);
        match &arm.pat {
            Pat::Guard(guarded) => {
                self.visit_pat(&guarded.pat);
                self.guard(&guarded.guard, deleted);
            }
            pat => {
                if let Some(number) = deleted {
                    let end = bytes(pat).end;
                    let guard = text(format!(" if !{}", on(number)));
                    self.replace(end..end, vec![Piece::Begin(number), guard, Piece::End]);
                }
                self.visit_pat(pat);
            }
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr_struct(&mut self, built: &'ast syn::ExprStruct) {
        if let Some(rest) = &built.rest {
            for field in &built.fields {
                let whole = bytes(field);
                let value = bytes(&field.expr);
                let mutants = self.take(Genre::StructField, whole.start);
                if mutants.is_empty() {
                    continue;
                }
                let syn::Member::Named(name) = &field.member else { continue };
                let of_base = vec![text("("), Piece::Old(bytes(rest)), text(format!(").{name}"))];
                let mutants = mutants.into_iter().map(|(number, _)| (number, of_base.clone())).collect();
                let mut pieces = vec![text(format!("{name}: "))];
                pieces.extend(choice(mutants, vec![Piece::New(value)]));
                self.replace(whole, pieces);
            }
        }
        visit::visit_expr_struct(self, built);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(|this| visit::visit_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constant(|this| visit::visit_item_static(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(|this| visit::visit_impl_item_const(this, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.constant(|this| visit::visit_trait_item_const(this, item));
    }

    fn visit_expr_const(&mut self, block: &'ast syn::ExprConst) {
        self.constant(|this| visit::visit_expr_const(this, block));
    }

    fn visit_type_array(&mut self, array: &'ast syn::TypeArray) {
        self.constant(|this| visit::visit_type_array(this, array));
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        self.constant(|this| visit::visit_generic_argument(this, argument));
    }

    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.constant(|this| visit::visit_variant(this, variant));
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        self.constant(|this| visit::visit_pat(this, pat));
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
        self.constant(|this| this.visit_expr(&repeat.len));
    }
}
