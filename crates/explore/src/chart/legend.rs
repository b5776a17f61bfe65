//! The legend: what the signs in a chart mean, in columns below it.

use anyhow::Result;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::look::{colour, shape, LINE_WIDTH};
use super::{undrawable, Canvas, FONT, LABEL_SIZE, SIZE};

/// A sign.
#[derive(Clone, Copy)]
pub enum Sign {
    /// The line of this number.
    Line(usize),
    /// The areas of the class of this number.
    Area(usize),
    /// A published point.
    Cross,
    /// A published height.
    Dash,
}

/// A sign and what it means.
pub type Entry<'a> = (Sign, &'a str);

/// Left edge of the legend, and the distance of its lines.
const LEFT: i32 = 108;
const LINE: u32 = 20;
/// Room below it.
const BELOW: u32 = 10;
/// Width of a sign with the gap after it, and approximate width of a character.
const SIGN: i32 = 42;
const CHARACTER: i32 = 7;

/// Returns the height of the legend.
pub fn height(entries: &[Entry<'_>]) -> u32 {
    let rows = entries.len().div_ceil(columns(entries));
    rows as u32 * LINE + BELOW
}

/// Returns the number of columns: as many as fit with the longest entry.
fn columns(entries: &[Entry<'_>]) -> usize {
    let longest = entries.iter().map(|(_, text)| text.chars().count()).max();
    let width = SIGN + CHARACTER * (longest.unwrap_or(0) as i32 + 2);
    let fit = (SIZE.0 as i32 - LEFT) / width;
    (fit.max(1) as usize).min(entries.len().max(1))
}

/// Draws it.
///
/// # Errors
/// When the drawing library reports an error.
pub fn draw(entries: &[Entry<'_>], canvas: &Canvas<'_>) -> Result<()> {
    let columns = columns(entries);
    let width = (SIZE.0 as i32 - LEFT) / columns as i32;
    for (number, (sign, text)) in entries.iter().enumerate() {
        let (row, column) = (number / columns, number % columns);
        let at = (
            LEFT + column as i32 * width,
            row as i32 * LINE as i32 + LINE as i32 / 2,
        );
        draw_sign(*sign, at, canvas)?;
        let beside = Pos::new(HPos::Left, VPos::Center);
        let style = (FONT, LABEL_SIZE).into_font().color(&BLACK).pos(beside);
        let text = Text::new((*text).to_owned(), (at.0 + SIGN, at.1), style);
        canvas.draw(&text).map_err(undrawable)?;
    }
    Ok(())
}

fn draw_sign(sign: Sign, (x, y): (i32, i32), canvas: &Canvas<'_>) -> Result<()> {
    let across = |style| PathElement::new([(x, y), (x + 34, y)], style);
    let black = BLACK.stroke_width(3);
    match sign {
        Sign::Line(number) => {
            let line = across(colour(number).stroke_width(LINE_WIDTH));
            canvas.draw(&line).map_err(undrawable)?;
            let corners: Vec<_> = shape(number)
                .into_iter()
                .map(|(right, down)| (x + 17 + right, y + down))
                .collect();
            canvas.draw(&Polygon::new(corners, colour(number).filled()))
        }
        Sign::Area(class) => {
            let corners = [(x + 10, y - 7), (x + 32, y + 7)];
            canvas.draw(&Rectangle::new(corners, colour(class).filled()))
        }
        Sign::Cross => canvas.draw(&Cross::new((x + 17, y), 5, BLACK.stroke_width(2))),
        Sign::Dash => canvas.draw(&across(black)),
    }
    .map_err(undrawable)
}
