//! Shapes and words: the few things a picture is made of. All coordinates are whole units.

use std::fmt::{Display, Write};

/// The fonts of titles and of values, by what systems have.
pub(crate) const SERIF: &str = "Georgia,'Palatino Linotype','DejaVu Serif',serif";
/// See [`SERIF`].
pub(crate) const SANS: &str = "'Helvetica Neue',Arial,'DejaVu Sans',sans-serif";

/// Ink.
pub(crate) const INK: &str = "#2b2418";
/// Paper.
pub(crate) const PAPER: &str = "#faf4e2";

/// Text safe inside XML.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML 1.0 knows no other control characters.
            c if c.is_control() && c != '\n' && c != '\t' => {}
            '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}

/// Breaks a name into at most three lines of about `width` characters; what is longer ends in an ellipsis.
pub(crate) fn wrap(name: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        let full = lines.len() == 3;
        match lines.last_mut() {
            Some(line) if full || line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    for line in &mut lines {
        if line.chars().count() > width + 8 {
            *line = line.chars().take(width + 6).chain(['…']).collect();
        }
    }
    lines
}

/// How a piece of text is set.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    /// Size in tenths of a unit.
    pub(crate) size: u16,
    /// Colour.
    pub(crate) fill: &'static str,
    /// `start`, `middle` or `end`.
    pub(crate) anchor: &'static str,
    /// Serif or sans.
    pub(crate) serif: bool,
    /// Bold.
    pub(crate) bold: bool,
    /// Italic.
    pub(crate) italic: bool,
}

impl Type {
    /// Sans, in ink, from its left end.
    pub(crate) const fn sans(size: u16) -> Self {
        Self { size, fill: INK, anchor: "start", serif: false, bold: false, italic: false }
    }

    /// Serif, in ink, from its left end.
    pub(crate) const fn serif(size: u16) -> Self {
        Self { serif: true, ..Self::sans(size) }
    }

    /// In bold.
    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// In italics.
    pub(crate) const fn italic(self) -> Self {
        Self { italic: true, ..self }
    }

    /// Around its middle.
    pub(crate) const fn middle(self) -> Self {
        Self { anchor: "middle", ..self }
    }

    /// To its right end.
    pub(crate) const fn end(self) -> Self {
        Self { anchor: "end", ..self }
    }

    /// In a colour.
    pub(crate) const fn fill(self, fill: &'static str) -> Self {
        Self { fill, ..self }
    }
}

/// A picture as it grows.
#[derive(Default)]
pub(crate) struct Paint {
    out: String,
}

impl Paint {
    /// The text so far.
    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// Raw SVG; whoever calls it has escaped what needs it.
    pub(crate) fn raw(&mut self, svg: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{svg}");
    }

    /// A rectangle with round corners.
    pub(crate) fn rect(&mut self, [x, y, w, h]: [i32; 4], radius: i32, rest: impl Display) {
        self.raw(format_args!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}" {rest}/>"#));
    }

    /// A circle.
    pub(crate) fn circle(&mut self, x: i32, y: i32, r: i32, rest: impl Display) {
        self.raw(format_args!(r#"<circle cx="{x}" cy="{y}" r="{r}" {rest}/>"#));
    }

    /// A path.
    pub(crate) fn path(&mut self, d: impl Display, rest: impl Display) {
        self.raw(format_args!(r#"<path d="{d}" {rest}/>"#));
    }

    /// One line of text, escaped here.
    pub(crate) fn text(&mut self, x: i32, y: i32, t: Type, text: impl Display) {
        let text = escape(&text.to_string());
        self.raw(format_args!(r#"<text x="{x}" y="{y}" font-size="{}.{}""#, t.size / 10, t.size % 10));
        self.raw(format_args!(r#" class="{}" fill="{}""#, if t.serif { "s" } else { "n" }, t.fill));
        if t.anchor != "start" {
            self.raw(format_args!(r#" text-anchor="{}""#, t.anchor));
        }
        if t.bold {
            self.raw(r#" font-weight="bold""#);
        }
        if t.italic {
            self.raw(r#" font-style="italic""#);
        }
        self.raw(format_args!(">{text}</text>"));
    }

    /// A group, shifted and scaled by thousandths.
    pub(crate) fn group(&mut self, x: i32, y: i32, scale: i32, inside: impl FnOnce(&mut Self)) {
        if scale == 1000 {
            self.raw(format_args!(r#"<g transform="translate({x} {y})">"#));
        } else {
            let (whole, rest) = (scale / 1000, scale % 1000);
            self.raw(format_args!(r#"<g transform="translate({x} {y}) scale({whole}.{rest:03})">"#));
        }
        inside(self);
        self.raw("</g>");
    }

    /// A group turned by degrees around a point.
    pub(crate) fn turned(&mut self, degrees: i32, x: i32, y: i32, inside: impl FnOnce(&mut Self)) {
        self.raw(format_args!(r#"<g transform="rotate({degrees} {x} {y})">"#));
        inside(self);
        self.raw("</g>");
    }

    /// What is shown and read out when one points at what was drawn around it.
    pub(crate) fn tip(&mut self, text: &str) {
        let text = escape(text);
        self.raw(format_args!("<title>{text}</title>"));
    }
}
