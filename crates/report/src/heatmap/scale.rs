//! Maps loads to colours and widths, and draws the legend.

use super::layout::Point;
use super::{FONT, INK};
use crate::summary::quantity::trimmed;

/// From no load to the largest: light to dark, so that it survives printing without colour; after "YlOrRd" of C. Brewer's ColorBrewer.
const COLOURS: [[u8; 3]; 6] = [
    [224, 224, 224],
    [254, 217, 118],
    [254, 178, 76],
    [253, 141, 60],
    [227, 26, 28],
    [128, 0, 38],
];
/// Widths of the arrows in pixels: at no load, and at the largest.
const WIDTHS: [f64; 2] = [1.5, 7.0];
/// Length of the legend's bar, and its number of coloured steps.
const LENGTH: f64 = 240.0;
const STEPS: usize = 24;
/// Maximum number of decimals of a load in the legend, so that rounding errors of binary fractions do not show.
const DIGITS: usize = 6;

/// The range of the loads, in flits per cycle.
pub(super) struct Scale {
    most: f64,
}

impl Scale {
    /// Returns a scale up to the load, rounded up to a round number.
    pub(super) fn up_to(load: f64) -> Scale {
        let power = 10f64.powf(load.max(1e-6).log10().floor());
        let rounds = [1.0, 2.0, 4.0, 6.0, 8.0, 10.0];
        let most = rounds.map(|round| round * power);
        let fits = most.into_iter().find(|&most| most >= load - 1e-12);
        Scale {
            most: fits.unwrap_or(load),
        }
    }

    pub(super) fn colour(&self, load: f64) -> String {
        let place = (load / self.most).clamp(0.0, 1.0) * (COLOURS.len() - 1) as f64;
        let lower = (place as usize).min(COLOURS.len() - 2);
        let part = place - lower as f64;
        let mixed = |index: usize| {
            let (a, b) = (COLOURS[lower][index], COLOURS[lower + 1][index]);
            (f64::from(a) * (1.0 - part) + f64::from(b) * part).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    }

    pub(super) fn width(&self, load: f64) -> f64 {
        WIDTHS[0] + (WIDTHS[1] - WIDTHS[0]) * (load / self.most).clamp(0.0, 1.0)
    }

    /// Draws the legend: a bar of all colours, labelled with loads.
    pub(super) fn legend(&self, Point(x, y): Point) -> String {
        let step = LENGTH / STEPS as f64;
        let mut svg = String::new();
        for index in 0..STEPS {
            let colour = self.colour(self.most * (index as f64 + 0.5) / STEPS as f64);
            let left = x + step * index as f64;
            svg += &format!(
                "<rect x='{left:.1}' y='{y:.1}' width='{:.1}' height='12' fill='{colour}'/>\n",
                step + 0.5
            );
        }
        for part in [0.0, 0.5, 1.0] {
            let (place, load) = (x + LENGTH * part, trimmed(self.most * part, DIGITS));
            svg += &format!("<text x='{place:.1}' y='{:.1}' {FONT} font-size='12' fill='{INK}' text-anchor='middle'>{load}</text>\n", y + 27.0);
        }
        let (beside, baseline) = (x + LENGTH + 16.0, y + 11.0);
        svg + &format!("<text x='{beside:.1}' y='{baseline:.1}' {FONT} font-size='12' fill='{INK}'>flits a cycle</text>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_ends_at_a_round_number() {
        let ends = [0.0007, 0.19, 0.2, 0.21, 0.99, 1.0]
            .map(|load| trimmed(Scale::up_to(load).most, DIGITS));
        assert_eq!(ends, ["0.0008", "0.2", "0.2", "0.4", "1", "1"]);
    }

    #[test]
    fn colours_go_from_light_to_dark() {
        let scale = Scale::up_to(1.0);
        let colours = [0.0, 0.2, 1.0].map(|load| scale.colour(load));
        assert_eq!(colours, ["#e0e0e0", "#fed976", "#800026"]);
    }
}
