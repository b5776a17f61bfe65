//! How the mesh appears: its tiles as a picture, its registers in the address map and in the C header.

use super::Mesh;
use crate::description::keys::Macro;
use crate::description::{boxed, quantity, Facts, Part, Range, Role, Row, TileKeys};

/// Maximum tiles in a row that are drawn as boxes. In longer rows a tile takes a few characters.
const MOST_BOXES: usize = 7;

impl<T: TileKeys> Part for Mesh<T> {
    fn role(&self) -> Role {
        Role::NetworkOfTiles
    }

    fn macros(&self, _: &Facts) -> Vec<Macro> {
        self.tile.all_macros()
    }

    /// The tiles, layer below layer.
    fn picture(&self, chip: &Facts) -> Vec<String> {
        let layers = 0..self.network.size[2];
        let drawn = layers.map(|z| match self.network.size[2] {
            1 => layer(chip, self, z),
            _ => format!("  layer {z}\n{}", layer(chip, self, z)),
        });
        vec![drawn.collect::<Vec<_>>().join("\n\n")]
    }

    fn rows(&self, _: &Facts) -> Vec<Row> {
        vec![self.tile.row()]
    }

    fn private_registers(&self) -> Option<Range> {
        Some(self.tile.registers())
    }
}

fn layer<T>(chip: &Facts, mesh: &Mesh<T>, z: usize) -> String {
    let columns = mesh.network.size[0];
    let tiles = |y: usize| (0..columns).map(move |x| mesh.network.router([x, y, z]));
    let texts = |y: usize| tiles(y).map(|tile| texts(chip, mesh, tile));
    let rows = 0..mesh.network.size[1];
    if columns > MOST_BOXES {
        let short = |y| texts(y).map(|[what, _]| format!("[{:<6}]", what.replace("core ", "c")));
        let rows: Vec<String> = rows
            .map(|y| short(y).collect::<Vec<_>>().join("-"))
            .collect();
        return format!("  {}", rows.join("\n  "));
    }
    let rows: Vec<String> = rows.map(|y| row_of_boxes(texts(y).collect())).collect();
    let links = format!("  {}", ["     |     "].repeat(columns).join("   "));
    rows.join(&format!("\n{}\n", links.trim_end()))
}

/// Boxes with links between them.
fn row_of_boxes(texts: Vec<[String; 2]>) -> String {
    let boxes: Vec<Vec<String>> = texts.iter().map(boxed).collect();
    let line = |row: usize| {
        let pieces: Vec<&str> = boxes.iter().map(|rows| rows[row].as_str()).collect();
        let link = if row == 1 { "---" } else { "   " };
        format!("  {}", pieces.join(link))
    };
    (0..4).map(line).collect::<Vec<_>>().join("\n")
}

/// The text of a tile: two lines, of equal width on all tiles.
fn texts<T>(chip: &Facts, mesh: &Mesh<T>, tile: usize) -> [String; 2] {
    let core = mesh.core_tiles().iter().position(|other| *other == tile);
    let lines = match (core, mesh.memory_at(tile)) {
        (Some(core), _) => [format!("core {core}"), chip.map.rank_on(core)],
        (None, Some(memory)) => {
            let name = match mesh.memories.len() {
                1 => String::from("memory"),
                _ => format!("mem {memory}"),
            };
            [name, quantity::bytes(mesh.memories[memory].bytes)]
        }
        (None, None) => [String::from("host"), String::new()],
    };
    lines.map(|line| format!("{line:<7}"))
}
