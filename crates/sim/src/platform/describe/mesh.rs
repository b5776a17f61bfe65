//! The tiles of a mesh as a picture, and their parameters.

use super::super::mesh::{Injectors, Mesh, PIPELINES, SIDES};
use super::super::Platform;
use super::{boxed, quantity, rank_on};

/// The most tiles in a row that are drawn as boxes; of longer rows a tile takes a few characters.
const MOST_BOXES: usize = 7;

/// The tiles, layer below layer.
pub fn picture(platform: &Platform, mesh: &Mesh) -> String {
    let layers: Vec<String> = (0..mesh.network.size[2])
        .map(|z| match mesh.network.size[2] {
            1 => layer(platform, mesh, z),
            _ => format!("  layer {z}\n{}", layer(platform, mesh, z)),
        })
        .collect();
    layers.join("\n\n")
}

fn layer(platform: &Platform, mesh: &Mesh, z: usize) -> String {
    let columns = mesh.network.size[0];
    let tiles = |y: usize| (0..columns).map(move |x| mesh.network.router([x, y, z]));
    let texts = |y: usize| tiles(y).map(|tile| texts(platform, mesh, tile));
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

/// What a tile is, in two lines of equal width on all tiles.
fn texts(platform: &Platform, mesh: &Mesh, tile: usize) -> [String; 2] {
    let core = mesh.core_tiles().iter().position(|other| *other == tile);
    let lines = match core {
        Some(core) => [format!("core {core}"), rank_on(platform, core)],
        None if tile == mesh.network.router(mesh.host) => [String::from("host"), String::new()],
        None => [String::from("memory"), quantity::bytes(mesh.memory.bytes)],
    };
    lines.map(|line| format!("{line:<7}"))
}

/// The lines of the list of parameters.
pub fn parameters(mesh: &Mesh) -> Vec<String> {
    let (network, unit) = (&mesh.network, &mesh.message_unit);
    let mut lines = vec![
        format!(
            "mesh      {} routers, buffers of {} flits, packets of {} words and a header",
            name(&PIPELINES, network.pipeline),
            network.buffer_flits,
            mesh.packet_words
        ),
        format!(
            "messages  output buffer {}, input buffer {}, tables of {} blocks and {} tasks{}",
            quantity::bytes(unit.output_bytes),
            quantity::bytes(unit.input_bytes),
            unit.blocks,
            unit.tasks,
            if unit.cut_through {
                ", cut-through"
            } else {
                ""
            }
        ),
        format!(
            "          register {}, copy in {}, copy out {} for {} B, manager {}, memory tile {} (cycles)",
            unit.access,
            unit.copy_in,
            unit.copy_out,
            4 * unit.copy_words,
            unit.manager,
            mesh.memory.access
        ),
    ];
    lines.extend(mesh.injectors.as_ref().map(injectors));
    lines
}

fn injectors(injectors: &Injectors) -> String {
    format!(
        "injectors {} to {}, {} requests a cycle each, {} of them write-backs",
        name(&SIDES, injectors.requesters),
        name(&SIDES, injectors.requesters.opposite()),
        injectors.rate,
        injectors.write_back
    )
}

/// What platform files call a value.
fn name<T: Copy + PartialEq>(names: &[(&'static str, T)], value: T) -> &'static str {
    let found = names.iter().find(|(_, other)| *other == value);
    found.map_or("", |(name, _)| name)
}
