//! SVG as text: one element a line, its attributes in alphabetical order.

use crate::palette::{Colour, hex};
use crate::playback::Cell;
use traybit_core::shape::Shape;

/// A rectangle of pixels or of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) top: i32,
    pub(crate) left: i32,
    pub(crate) height: u32,
    pub(crate) width: u32,
}

impl Area {
    /// The box round a piece whose corner is there, in cells.
    pub(crate) fn of(shape: &Shape, (row, column): Cell) -> Self {
        let (height, width) = (shape.height().into(), shape.width().into());
        Self { top: row.into(), left: column.into(), height, width }
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        let meet = |one: i32, length: u32, other: i32, width: u32| {
            one < other + width as i32 && other < one + length as i32
        };
        meet(self.top, self.height, other.top, other.height)
            && meet(self.left, self.width, other.left, other.width)
    }

    /// The least rectangle that has both.
    pub(crate) fn with(self, other: Self) -> Self {
        let (top, left) = (self.top.min(other.top), self.left.min(other.left));
        let end = |first: i32, count: u32| first + count as i32;
        let bottom = end(self.top, self.height).max(end(other.top, other.height));
        let right = end(self.left, self.width).max(end(other.left, other.width));
        Self { top, left, height: (bottom - top) as u32, width: (right - left) as u32 }
    }
}

/// A number with two decimals at most.
pub(crate) fn short(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // No negative zero.
    (rounded + 0.0).to_string()
}

/// A document that shows an area. Characters that documents cannot hold are left out of its title.
pub(crate) fn document(Area { top, left, height, width }: Area, title: &str, content: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let title: String = title.chars().filter(is_allowed).collect();
    let title = worded("title", r#"id="title""#, &title);
    format!(
        r#"<svg aria-labelledby="title" height="{height}" role="img" viewBox="{left} {top} {width} {height}" width="{width}" xmlns="http://www.w3.org/2000/svg">
{title}{content}</svg>
"#
    )
}

/// An element round a text.
pub(crate) fn worded(name: &str, attributes: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<{name} {attributes}>{text}</{name}>\n")
}

/// An element round others, with attributes that begin with a space.
pub(crate) fn around(name: &str, attributes: &str, content: &str) -> String {
    if content.is_empty() {
        return format!("<{name}{attributes}/>\n");
    }
    format!("<{name}{attributes}>\n{content}</{name}>\n")
}

/// An element without content.
pub(crate) fn element(name: &str, attributes: &str) -> String {
    format!("<{name} {attributes}/>\n")
}

/// A path along some data, with further attributes.
pub(crate) fn path(data: &str, attributes: &str) -> String {
    element("path", &format!("d=\"{data}\" {attributes}"))
}

pub(crate) fn filled(data: &str, shade: Colour) -> String {
    path(data, &format!("fill=\"{}\"", hex(shade)))
}

/// A rectangle filled with a colour.
pub(crate) fn ground(Area { top, left, height, width }: Area, shade: Colour) -> String {
    let fill = hex(shade);
    format!("<rect fill=\"{fill}\" height=\"{height}\" width=\"{width}\" x=\"{left}\" y=\"{top}\"/>\n")
}
