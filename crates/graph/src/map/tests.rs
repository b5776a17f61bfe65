//! Tests the mapper against an independent exhaustive search, and against itself.

use fastrand::Rng;

use super::draw::draw;
use super::record::{MapRecord, Request};
use super::{anneal, baseline, exact, map, Placement, Problem};
use crate::array::{Array, Avoided, Position};
use crate::graph::{Edge, Source, Task, TaskGraph, Transfer};
use weft_sim::port::TaskMemory;

/// Returns a mesh with the memory at the first tile and the host at the last one.
fn array(size: [usize; 3]) -> Array {
    let [x, y, z] = size;
    let all = (0..x * y * z).map(|index| Position([index % x, index / x % y, index / x / y]));
    let all: Vec<Position> = all.collect();
    Array {
        name: "mesh".to_string(),
        size,
        cores: all[1..all.len() - 1].to_vec(),
        memories: vec![memory(all[0], 1 << 20)],
        host: all[all.len() - 1],
        block_bytes: 256,
        table_entries: 64,
    }
}

fn memory(Position(at): Position, bytes: u64) -> TaskMemory {
    let name = String::from("memory");
    TaskMemory { name, at, bytes }
}

fn graph(tasks: usize, edges: &[(usize, usize, u64)]) -> TaskGraph {
    let task = |number| Task {
        name: format!("t{number}"),
        program: Vec::new(),
        arguments: Vec::new(),
        at: Vec::new(),
        offset: 0,
    };
    let edge = |(from, to, words): &(usize, usize, u64)| Edge {
        from: *from,
        to: *to,
        words: *words,
        blocks: 1,
        tokens: 0,
        offset: 0,
    };
    TaskGraph {
        name: "graph".to_string(),
        summary: String::new(),
        parameters: Vec::new(),
        tasks: (0..tasks).map(task).collect(),
        edges: edges.iter().map(edge).collect(),
        memory_bytes: 1024,
        inputs: Vec::new(),
        outputs: Vec::new(),
        groups: Vec::new(),
        source: Source {
            file: "graph.toml".to_string(),
            text: String::new(),
        },
    }
}

fn transfer(task: usize, words: u64) -> Transfer {
    Transfer {
        file: String::new(),
        address: 0,
        tasks: vec![task],
        words,
        offset: 0,
    }
}

fn random_graph(tasks: usize, rng: &mut Rng) -> TaskGraph {
    let mut edges = Vec::new();
    for (from, to) in (0..tasks * tasks).map(|pair| (pair / tasks, pair % tasks)) {
        if from != to && rng.u8(..3) == 0 {
            edges.push((from, to, rng.u64(1..=64)));
        }
    }
    let mut graph = graph(tasks, &edges);
    graph
        .inputs
        .push(transfer(rng.usize(..tasks), rng.u64(1..=64)));
    graph
        .outputs
        .push(transfer(rng.usize(..tasks), rng.u64(1..=64)));
    graph
}

fn random_avoided(array: &Array, rng: &mut Rng) -> Vec<Avoided> {
    let mut any = || Position([rng.usize(..array.size[0]), rng.usize(..array.size[1]), 0]);
    let (a, b) = (any(), any());
    let corner = Position([a.0[0], b.0[1], 0]);
    Avoided::between(a, corner).into_iter().collect()
}

/// Returns the cost by its definition: for each edge and each transfer, words times the cost of the route.
fn defined_cost(
    graph: &TaskGraph,
    array: &Array,
    flows: usize,
    avoided: &[Avoided],
    placement: &[usize],
) -> u64 {
    let count = graph.tasks.len();
    let flow_cost = |flow: usize| {
        let memory = Position(array.memory_of(flow).at);
        let at = |task: usize| array.cores[placement[flow * count + task]];
        let edges = graph
            .edges
            .iter()
            .map(|edge| edge.traffic() * array.cost(at(edge.from), at(edge.to), avoided));
        let read = graph
            .inputs
            .iter()
            .map(|input| input.words * array.cost(memory, at(input.tasks[0]), avoided));
        let written = graph
            .outputs
            .iter()
            .map(|output| output.words * array.cost(at(output.tasks[0]), memory, avoided));
        edges.chain(read).chain(written).sum::<u64>()
    };
    (0..flows).map(flow_cost).sum()
}

/// Returns the least cost of all completions of `placement`.
fn tried(
    tiles: usize,
    tasks: usize,
    placement: &mut Placement,
    cost: &dyn Fn(&[usize]) -> u64,
) -> u64 {
    if placement.len() == tasks {
        return cost(placement);
    }
    let mut least = u64::MAX;
    for tile in 0..tiles {
        if !placement.contains(&tile) {
            placement.push(tile);
            least = least.min(tried(tiles, tasks, placement, cost));
            placement.pop();
        }
    }
    least
}

#[test]
fn the_exact_search_finds_what_trying_everything_finds() {
    let mut rng = Rng::with_seed(3);
    for round in 0..60 {
        let array = array([3, if round % 2 == 0 { 3 } else { 2 }, 1]);
        let (tasks, flows) = [(4, 1), (2, 2), (3, 1), (1, 3)][round % 4];
        let graph = random_graph(tasks, &mut rng);
        let avoided = random_avoided(&array, &mut rng);
        let problem = Problem::new(&graph, &array, flows, &avoided);
        let cost = |placement: &[usize]| defined_cost(&graph, &array, flows, &avoided, placement);
        let least = tried(problem.tiles, problem.tasks, &mut Vec::new(), &cost);
        let found = exact::search(&problem, baseline::row_major(&problem), u64::MAX);
        assert!(found.proved && problem.allows(&found.placement));
        assert_eq!(
            (found.cost, cost(&found.placement)),
            (least, least),
            "round {round}"
        );
        assert!(exact::lower_bound(&problem) <= least);
    }
}

#[test]
fn annealing_comes_near_the_best_and_is_never_worse_than_row_major() {
    let mut rng = Rng::with_seed(5);
    let array = array([4, 3, 1]);
    for round in 0..10 {
        let graph = random_graph(6, &mut rng);
        let problem = Problem::new(&graph, &array, 1, &[]);
        let annealed = problem.cost(&anneal::anneal(&problem, round));
        let best = exact::search(&problem, baseline::row_major(&problem), u64::MAX);
        assert!(best.proved && annealed >= best.cost);
        assert!(
            annealed * 100 <= best.cost * 103,
            "{annealed} against {}",
            best.cost
        );
    }
    for round in 0..3 {
        let graph = random_graph(10, &mut rng);
        let problem = Problem::new(&graph, &array, 1, &[]);
        let annealed = problem.cost(&anneal::anneal(&problem, round));
        assert!(annealed <= problem.cost(&baseline::row_major(&problem)));
    }
}

/// A chain that fits a path through the mesh: every edge has one link, and the ends are as close to the memory as possible.
#[test]
fn a_chain_of_tasks_becomes_a_chain_of_neighbours() {
    let edges: Vec<_> = (0..17).map(|task| (task, task + 1, 64)).collect();
    let graph = graph(18, &edges);
    let array = array([4, 5, 1]);
    let request = Request {
        graph: &graph,
        array: &array,
        flows: 1,
        avoided: &[],
        seed: 1,
    };
    let mapping = map(&request.problem(), 1);
    assert_eq!(mapping.cost, 17 * 64);
    assert_eq!(mapping.cost, mapping.lower_bound);
    assert!(mapping.random_mean > mapping.row_major as f64);
    assert_eq!(request.record(&mapping).longest.unwrap().hops, 1);
}

#[test]
fn pinned_tasks_stay() {
    let mut graph = graph(3, &[(0, 1, 8), (1, 2, 8)]);
    graph.tasks[1].at = vec![Position([2, 2, 0]), Position([0, 1, 0])];
    let array = array([4, 4, 1]);
    let problem = Problem::new(&graph, &array, 3, &[]);
    let mapping = map(&problem, 1);
    let core = |x, y| {
        array
            .cores
            .iter()
            .position(|core| *core == Position([x, y, 0]))
            .unwrap()
    };
    assert_eq!(mapping.placement[1], core(2, 2));
    assert_eq!(mapping.placement[4], core(0, 1));
    assert_eq!(mapping.cost, 6 * 8);
    assert!(problem.allows(&mapping.placement));
}

#[test]
fn avoided_links_are_kept_free() {
    let mut graph = graph(2, &[(0, 1, 4)]);
    graph.tasks[0].at = vec![Position([1, 1, 0])];
    let array = array([3, 3, 1]);
    let avoided = ["0,1-2,1", "1,0-1,1"].map(|text| text.parse().unwrap());
    let problem = Problem::new(&graph, &array, 1, &avoided);
    let mapping = map(&problem, 1);
    assert_eq!(array.cores[mapping.placement[1]], Position([1, 2, 0]));
    assert_eq!(mapping.cost, 4);
}

#[test]
fn a_record_can_be_read_again() {
    let graph = graph(2, &[(0, 1, 4)]);
    let array = array([3, 2, 1]);
    let request = Request {
        graph: &graph,
        array: &array,
        flows: 2,
        avoided: &[],
        seed: 9,
    };
    let mapping = map(&request.problem(), 9);
    let record = request.record(&mapping);
    let text = serde_json::to_string(&record).unwrap();
    let read: MapRecord = serde_json::from_str(&text).unwrap();
    assert_eq!(request.placement(&read.tasks), Ok(mapping.placement));
    let more = Request {
        flows: 3,
        ..request
    };
    assert!(more
        .placement(&read.tasks)
        .unwrap_err()
        .contains("t0 of flow 2"));
    let mut clash = read;
    clash.tasks[0].at = clash.tasks[1].at;
    let error = Request { flows: 2, ..more }
        .placement(&clash.tasks)
        .unwrap_err();
    assert!(error.contains("two tasks on one core"), "{error}");
}

#[test]
fn a_placement_is_drawn_as_a_grid() {
    let mut graph = graph(2, &[(0, 1, 4)]);
    graph.tasks[0].at = vec![Position([1, 0, 0])];
    graph.tasks[1].at = vec![Position([2, 0, 0])];
    let array = array([3, 2, 1]);
    let request = Request {
        graph: &graph,
        array: &array,
        flows: 1,
        avoided: &[],
        seed: 1,
    };
    let record = request.record(&map(&request.problem(), 1));
    let expected = "
       x 0        x 1        x 2
     ┌──────────┬──────────┬──────────┐
y 0  │ [memory] │ t0       │ t1       │
     ├──────────┼──────────┼──────────┤
y 1  │ ·        │ ·        │ [host]   │
     └──────────┴──────────┴──────────┘
";
    assert_eq!(draw(&record, &array), expected[1..]);
}
