//! A mesh as a picture: routers as squares, each link an arrow whose colour says what it carries. SVG, which browsers and papers take.

mod layout;
mod scale;

use layout::{Arrow, Layout, Point, ROUTER};
use scale::Scale;
use std::fmt::Write;
use weft_sim::noc::{LinkLoad, Place};

/// What is drawn.
pub struct HeatMap<'a> {
    /// Above it.
    pub title: &'a str,
    /// Each link with what it has carried.
    pub links: &'a [LinkLoad],
    /// Cycles in which it did.
    pub cycles: u64,
    /// What is written into the squares of the endpoints, by their numbers; those without a label show their number.
    pub labels: &'a [String],
}

const INK: &str = "#333";
const FONT: &str = "font-family='sans-serif'";

impl HeatMap<'_> {
    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        let layout = Layout::of(self.links);
        let scale = Scale::up_to(self.busiest());
        let (width, height) = layout.size();
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>\n\
             <rect width='{width}' height='{height}' fill='white'/>\n\
             <text x='24' y='32' {FONT} font-size='{:.1}' fill='{INK}'>{}</text>\n",
            title_size(self.title, width),
            escaped(self.title)
        );
        for place in layout.squares() {
            svg += &self.square(place, &layout);
        }
        // The busiest are drawn last, over the others.
        let mut links: Vec<&LinkLoad> = self.links.iter().collect();
        links.sort_by_key(|link| link.flits);
        for link in links {
            svg += &self.link(link, &layout, &scale);
        }
        svg + &scale.legend(Point(24.0, height - 40.0)) + "</svg>\n"
    }

    /// Flits that a link carries in a cycle.
    fn load(&self, link: &LinkLoad) -> f64 {
        link.flits as f64 / self.cycles.max(1) as f64
    }

    fn busiest(&self) -> f64 {
        let loads = self.links.iter().map(|link| self.load(link));
        loads.fold(0.0, f64::max)
    }

    fn square(&self, place: Place, layout: &Layout) -> String {
        let Point(x, y) = layout.centre(place);
        let label = self.label(place);
        let size = match place {
            Place::Router(_) => ROUTER,
            Place::Endpoint(_) => ROUTER * 0.6,
        };
        let (left, top, font) = (x - size / 2.0, y - size / 2.0, font_size(&label, size));
        let baseline = y + font / 3.0;
        format!(
            "<rect x='{left:.1}' y='{top:.1}' width='{size}' height='{size}' rx='4' fill='#f4f4f4' stroke='{INK}'/>\n\
             <text x='{x:.1}' y='{baseline:.1}' {FONT} font-size='{font:.1}' fill='{INK}' text-anchor='middle'>{}</text>\n",
            escaped(&label)
        )
    }

    /// A router shows the label of its tile.
    fn label(&self, place: Place) -> String {
        let endpoint = match place {
            Place::Endpoint(endpoint) => Some(endpoint),
            Place::Router(_) => self.links.iter().find_map(|link| match link.from {
                Place::Endpoint(endpoint) if link.to == place && link.side.is_none() => {
                    Some(endpoint)
                }
                _ => None,
            }),
        };
        let number = || endpoint.map_or(String::new(), |endpoint| endpoint.to_string());
        let label = endpoint.and_then(|endpoint| self.labels.get(endpoint).cloned());
        label.unwrap_or_else(number)
    }

    fn link(&self, link: &LinkLoad, layout: &Layout, scale: &Scale) -> String {
        let load = self.load(link);
        let Arrow { from, to } = layout.arrow(link);
        let (colour, width) = (scale.colour(load), scale.width(load));
        let mut svg = String::new();
        let told = format!(
            "{} to {}: {load:.4} flits a cycle",
            name(link.from),
            name(link.to)
        );
        writeln!(
            svg,
            "<g stroke='{colour}' fill='{colour}'><title>{told}</title><line x1='{:.1}' y1='{:.1}' x2='{:.1}' y2='{:.1}' stroke-width='{width:.1}'/>\
             <polygon points='{}' stroke='none'/></g>",
            from.0,
            from.1,
            to.0,
            to.1,
            Arrow { from, to }.head(width + 3.0)
        )
        .expect("a string takes everything");
        svg
    }
}

fn name(place: Place) -> String {
    match place {
        Place::Router([x, y, 0]) => format!("router ({x}, {y})"),
        Place::Router([x, y, z]) => format!("router ({x}, {y}, {z})"),
        Place::Endpoint(endpoint) => format!("endpoint {endpoint}"),
    }
}

/// So that the title fits over the picture.
fn title_size(title: &str, width: f64) -> f64 {
    let characters = title.chars().count().max(1) as f64;
    (1.8 * (width - 48.0) / characters).min(18.0)
}

/// So that the label fits into its square.
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
    use weft_sim::noc::{Direction, Edge, Flit, GridParameters, Network, Pipeline};

    fn parameters(size: [usize; 3], edges: Vec<Edge>) -> GridParameters {
        GridParameters {
            size,
            pipeline: Pipeline::LookAhead,
            virtual_channels: 1,
            buffer_flits: 4,
            edges,
        }
    }

    fn picture(links: &[LinkLoad]) -> String {
        HeatMap {
            title: "A & B",
            links,
            cycles: 10,
            labels: &["first <task>".to_string()],
        }
        .svg()
    }

    #[test]
    fn a_link_tells_its_load_and_a_square_its_label() {
        let mut mesh = Network::new(&parameters([2, 1, 1], vec![]));
        let flit = Flit {
            head: true,
            tail: true,
            destination: 1,
            ..Flit::default()
        };
        mesh.inject(0, 0, flit);
        (0..20).for_each(|_| mesh.tick());
        let svg = picture(&mesh.link_loads());
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
        let mesh = Network::new(&parameters([2, 2, 1], vec![edge]));
        let links = mesh.link_loads();
        let layout = Layout::of(&links);
        let (router, endpoint) = (
            layout.centre(Place::Router([1, 0, 0])),
            layout.centre(Place::Endpoint(4)),
        );
        assert!(endpoint.0 == router.0 && endpoint.1 < router.1);
        assert_eq!(layout.squares().count(), 5);
    }

    #[test]
    fn nothing_is_drawn_outside_and_nothing_upon_another_square() {
        let links = Network::new(&parameters([3, 2, 2], vec![])).link_loads();
        let layout = Layout::of(&links);
        let (width, height) = layout.size();
        let centres: Vec<Point> = layout.squares().map(|place| layout.centre(place)).collect();
        for (index, a) in centres.iter().enumerate() {
            assert!((0.0..width).contains(&a.0) && (0.0..height).contains(&a.1));
            for b in &centres[..index] {
                assert!((a.0 - b.0).abs().max((a.1 - b.1).abs()) > ROUTER);
            }
        }
    }
}
