//! Draws a network as SVG: places are squares, and each link is an arrow whose colour and width show its load.

mod layout;
mod scale;

use crate::workload::Workload;
use layout::{Arrow, Layout, Point, ROUTER};
use scale::Scale;
use weft_sim::port::{Label, Link, Picture, Position};
use weft_sim::Machine;

/// Draws the chip of a run with the loads of its links, as the text of an SVG file; None if it has no network that can be drawn. Cores are
/// labelled with their tasks or ranks.
pub fn of_run(machine: &Machine, workload: &Workload) -> Option<String> {
    let name = |core| match (
        workload.task_of_core.get(&core),
        workload.rank_of_core(core),
    ) {
        (Some(task), _) => task.clone(),
        (None, Some(rank)) => format!("rank {rank}"),
        (None, None) => String::from("-"),
    };
    let map = HeatMap {
        title: "Flits a cycle on each link",
        picture: &machine.picture()?,
        cycles: machine.now().0,
        core_name: &name,
    };
    Some(map.svg())
}

/// A network and its loads.
pub struct HeatMap<'a> {
    /// The text above the picture.
    pub title: &'a str,
    /// The places, and each link with the flits that it has carried.
    pub picture: &'a Picture,
    /// The number of cycles in which the links have carried them.
    pub cycles: u64,
    /// Returns the label of a core.
    pub core_name: &'a dyn Fn(usize) -> String,
}

const INK: &str = "#333";
const FONT: &str = "font-family='sans-serif'";

impl HeatMap<'_> {
    /// Returns the picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        let layout = Layout::of(&self.picture.places);
        let scale = Scale::up_to(self.busiest());
        let (width, height) = layout.size();
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>\n\
             <rect width='{width}' height='{height}' fill='white'/>\n\
             <text x='24' y='32' {FONT} font-size='{:.1}' fill='{INK}'>{}</text>\n",
            title_size(self.title, width),
            escaped(self.title)
        );
        for place in 0..self.picture.places.len() {
            svg += &self.square(place, &layout);
        }
        // The busiest links are drawn last, on top of the others.
        let mut links: Vec<&Link> = self.picture.links.iter().collect();
        links.sort_by_key(|link| link.flits);
        for link in links {
            svg += &self.link(link, &layout, &scale);
        }
        svg + &scale.legend(Point(24.0, height - 40.0)) + "</svg>\n"
    }

    /// Returns the load of a link in flits per cycle.
    fn load(&self, link: &Link) -> f64 {
        link.flits as f64 / self.cycles.max(1) as f64
    }

    fn busiest(&self) -> f64 {
        let loads = self.picture.links.iter().map(|link| self.load(link));
        loads.fold(0.0, f64::max)
    }

    /// Draws the square of a place, if it has one of its own.
    fn square(&self, place: usize, layout: &Layout) -> String {
        let Some(Point(x, y)) = layout.centre(place) else {
            return String::new();
        };
        let place = &self.picture.places[place];
        let label = match &place.label {
            Label::Core(core) => (self.core_name)(*core),
            Label::Text(text) => text.clone(),
        };
        let size = match place.position {
            Position::Grid(_) => ROUTER,
            Position::Beside { .. } | Position::Within { .. } => ROUTER * 0.6,
        };
        let (left, top, font) = (x - size / 2.0, y - size / 2.0, font_size(&label, size));
        let baseline = y + font / 3.0;
        format!(
            "<rect x='{left:.1}' y='{top:.1}' width='{size}' height='{size}' rx='4' fill='#f4f4f4' stroke='{INK}'/>\n\
             <text x='{x:.1}' y='{baseline:.1}' {FONT} font-size='{font:.1}' fill='{INK}' text-anchor='middle'>{}</text>\n",
            escaped(&label)
        )
    }

    fn link(&self, link: &Link, layout: &Layout, scale: &Scale) -> String {
        let load = self.load(link);
        let Some(Arrow { from, to }) = layout.arrow(link) else {
            return String::new();
        };
        let (colour, width) = (scale.colour(load), scale.width(load));
        let [from_name, to_name] =
            [link.from, link.to].map(|place| &self.picture.places[place].name);
        let told = format!("{from_name} to {to_name}: {load:.4} flits a cycle");
        let head = Arrow { from, to }.head(width + 3.0);
        let (Point(x1, y1), Point(x2, y2)) = (from, to);
        format!(
            "<g stroke='{colour}' fill='{colour}'><title>{told}</title><line x1='{x1:.1}' y1='{y1:.1}' x2='{x2:.1}' y2='{y2:.1}' stroke-width='{width:.1}'/>\
             <polygon points='{head}' stroke='none'/></g>\n"
        )
    }
}

/// Returns the font size at which the title fits above the picture.
fn title_size(title: &str, width: f64) -> f64 {
    let characters = title.chars().count().max(1) as f64;
    (1.8 * (width - 48.0) / characters).min(18.0)
}

/// Returns the font size at which the label fits into its square.
fn font_size(label: &str, square: f64) -> f64 {
    let characters = label.chars().count().max(3) as f64;
    (square * 1.5 / characters).min(square * 0.3)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use weft_sim::noc::{self, Direction, Edge, Flit, GridParameters, Network, Pipeline};

    fn parameters(size: [usize; 3], edges: Vec<Edge>) -> GridParameters {
        GridParameters {
            size,
            pipeline: Pipeline::LookAhead,
            virtual_channels: 1,
            buffer_flits: 4,
            edges,
        }
    }

    fn picture(network: &Network) -> Picture {
        noc::picture(&network.link_loads(), Label::Core)
    }

    fn drawing(network: &Network) -> String {
        HeatMap {
            title: "A & B",
            picture: &picture(network),
            cycles: 10,
            core_name: &|core| {
                if core == 0 {
                    "first <task>".to_string()
                } else {
                    core.to_string()
                }
            },
        }
        .svg()
    }

    /// The centres of all squares.
    fn centres(layout: &Layout, picture: &Picture) -> Vec<Point> {
        let places = 0..picture.places.len();
        places.filter_map(|place| layout.centre(place)).collect()
    }

    #[test]
    fn a_link_tells_its_load_and_a_square_its_label() {
        let mut network = Network::new(&parameters([2, 1, 1], vec![]));
        let flit = Flit {
            head: true,
            tail: true,
            destination: 1,
            ..Flit::default()
        };
        network.inject(0, 0, flit);
        (0..20).for_each(|_| network.tick());
        let svg = drawing(&network);
        assert!(
            svg.contains("router (0, 0) to router (1, 0): 0.1000 flits a cycle"),
            "{svg}"
        );
        assert!(
            svg.contains("router (1, 0) to router (0, 0): 0.0000 flits a cycle"),
            "{svg}"
        );
        assert!(svg.contains(">first &lt;task></text>") && svg.contains(">A &amp; B</text>"));
    }

    #[test]
    fn an_endpoint_at_the_edge_has_a_square_beyond_it() {
        let edge = Edge {
            router: [1, 0, 0],
            direction: Direction::North,
        };
        let network = Network::new(&parameters([2, 2, 1], vec![edge]));
        let picture = picture(&network);
        let layout = Layout::of(&picture.places);
        let centres = centres(&layout, &picture);
        assert_eq!(centres.len(), 5);
        let (router, endpoint) = (centres[1], centres[4]);
        assert!(endpoint.0 == router.0 && endpoint.1 < router.1);
    }

    #[test]
    fn nothing_is_drawn_outside_and_nothing_upon_another_square() {
        let picture = picture(&Network::new(&parameters([3, 2, 2], vec![])));
        let layout = Layout::of(&picture.places);
        let (width, height) = layout.size();
        let centres = centres(&layout, &picture);
        for (index, a) in centres.iter().enumerate() {
            assert!((0.0..width).contains(&a.0) && (0.0..height).contains(&a.1));
            for b in &centres[..index] {
                assert!((a.0 - b.0).abs().max((a.1 - b.1).abs()) > ROUTER);
            }
        }
    }
}
