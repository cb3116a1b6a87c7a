//! `traybit explore PUZZLE [GOAL]`: a whole space, layer by layer.

use std::ffi::OsString;

use clap::Args;

use crate::command::boards::{Goal, NO_GOAL_FILE, read_board, refuse_open};
use crate::command::family::{Files, Own, family_of};
use crate::command::plotting::{Plotting, give_plot, of_layers};
use crate::report::explored::{self, MAX_POSITIONS, graph, so_far};
use crate::report::{Answer, Ending};
use crate::run::{
    Checkpoints, DEFAULT_METRIC, Ended, Failure, METRICS, OnDisk, Output, Run, SearchOptions, SlidingFiles,
    Status, give, name_of, one_of, only_file,
};
use traybit_core::{GaveUp, Size};
use traybit_program::{Activity, Source, bytes, grouped, key, noun, reason_words, search_cost};
use traybit_sliding::formats::drawing;
use traybit_sliding::solve::spaces::{ExploreOptions, Space, explore};
use traybit_sliding::{Metric, Puzzle};
use traybit_tiles::formats::parse_size;
use traybit_tiles::solve::explore as tiles;
use traybit_tiles::{Board, Unit};

/// Count all reachable positions, and find the farthest ones and the hardest starts
#[derive(Args, Clone, Debug)]
#[command(mut_args(|own| if own.get_id() == "puzzle" { own.required(false).required_unless_present("size") } else { own }))]
#[command(mut_arg("disk", |disk| disk.conflicts_with("checkpoint")), after_help = include_str!("../help/explore.txt"))]
pub struct Arguments {
    #[command(flatten)]
    files: Files,

    /// Also print the positions of every layer, a line `DISTANCE POSITIONS` each
    #[arg(long)]
    layers: bool,

    /// Write a table of all layers to FILE, for blocks with the goals and the positions so far from the goals
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,

    /// Draw N of the farthest positions (of tiles without --depth only), and of the hardest starts
    #[arg(long, value_name = "N", default_value_t = 1)]
    draw: usize,

    #[command(flatten)]
    plotting: Plotting,

    #[command(flatten)]
    checkpoints: Checkpoints,

    #[command(flatten)]
    on_disk: OnDisk,

    /// Unit of a move
    #[arg(long, value_parser = one_of(METRICS), default_value = DEFAULT_METRIC, help_heading = BLOCKS)]
    metric: Metric,

    /// Ignore the goals of a drawing
    #[arg(long, conflicts_with = "hardest", help_heading = BLOCKS)]
    no_goal: bool,

    /// Write the first of the hardest starts to FILE, as a drawing to be solved
    #[arg(long, value_name = "FILE", help_heading = BLOCKS)]
    hardest: Option<OsString>,

    /// Write the graph of all positions (a million at most) to FILE: XML (`GraphML`) if FILE ends in `.graphml`, or else a list
    /// of edges, two position numbers a line
    #[arg(long, value_name = "FILE", help_heading = BLOCKS)]
    graph: Option<OsString>,

    #[command(flatten)]
    options: SearchOptions,

    /// Count a push of several tiles in line as one move: the multi-tile metric (MTM)
    #[arg(long, help_heading = TILES)]
    pushes: bool,

    /// Explore up to N moves from the goal, boards of any size
    #[arg(long, value_name = "N", help_heading = TILES)]
    depth: Option<u32>,

    /// Size of the boards, in place of a board's file: `3`, or `3x4` for 3 rows and 4 columns
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = TILES)]
    size: Option<Size>,

    #[command(flatten, next_help_heading = TILES)]
    goal: Goal,
}

/// Headings of the options of one family.
const BLOCKS: &str = "Sliding blocks";
const TILES: &str = "Sliding tiles";

pub const OWN: Own = &[("sliding", "metric no_goal hardest graph"), ("tiles", "pushes depth size goal")];

pub fn run(arguments: &Arguments) -> Ended {
    let files = arguments.files.all(if arguments.no_goal { 0 } else { 2 });
    match family_of(&files, OWN, Activity::EXPLORING)? {
        "sliding" => arguments.sliding(&files),
        _ => arguments.tiles(&files),
    }
}

impl Arguments {
    fn layer_files(&self, run: &mut Run) -> Result<[Option<Output>; 2], Failure> {
        let csv = run.beside("table", "--csv", self.csv.as_deref())?;
        Ok([csv, run.beside("plot", "--plot", self.plotting.plot.as_deref())?])
    }

    fn sliding(&self, names: &[OsString]) -> Ended {
        let &Self { metric, no_goal, ref hardest, ref graph, .. } = self;
        let files = SlidingFiles::of(names)?;
        let sentence = "--no-goal ignores the goals of a drawing; leave the goal's file out instead";
        Failure::usage_if(no_goal && files.goal.is_some(), sentence)?;
        let mut run = Run::start_searching(&self.options, Activity::EXPLORING)?;
        let problem = files.read()?;
        let problem = if no_goal { problem.without_goals() } else { problem };
        let sentence = format!("{} has no goal, so no start is the hardest", files.puzzle.name());
        Failure::usage_if(hardest.is_some() && problem.goals.is_empty(), sentence)?;
        run.open()?;
        let hardest = run.beside("hardest start", "--hardest", hardest.as_deref())?;
        let [csv, plot] = self.layer_files(&mut run)?;
        let graph = run.beside("graph", "--graph", graph.as_deref())?;
        let farthest = self.draw.max(usize::from(hardest.is_some()));
        let options = ExploreOptions { farthest, goals: !problem.goals.is_empty() };
        let subject = format!("{problem:?} {metric:?} {options:?}");
        run.resume_on_disk(&self.on_disk, &self.checkpoints, &subject)?;
        let space = run.search(|limits, checkpoint| {
            explore(&problem, None, metric, options, &limits.of_the_last(), checkpoint)
        });
        let space = space.map_err(|error| run.refuse_checkpoint(&error))?;
        let graph = graph.map(|file| (file, self.graph_of(&space, &problem, &run)));
        let cost = space.cost();
        let ending = space.ended().map_or(Ending::DONE, |reason| run.gave_up(reason, &cost));
        let known = space.ended().map(|_| match space.explored.ended {
            Some(_) => so_far(&space.explored, "start", noun(metric)),
            None => "the space and its goals are complete; the hardest starts are not found".to_owned(),
        });
        let answer = Answer::found(explored::blocks(&space, metric, self.layers), ending, cost);
        let answer = answer.remark(known).remark([search_cost(&cost)]);
        let answer = Answer { way: vec![("key", key(&space.choice))], ..answer };
        let mut status = run.give_by(answer, |text, status| {
            let status = match (status, &hardest) {
                (Status::Done, Some(file)) => give_hardest(&space, file).unwrap_or_else(Failure::tell),
                (status, _) => status,
            };
            give(run.output(), &text, status)
        });
        if let Some(file) = plot {
            let title = problem.title.clone().or_else(|| name_of(&names[0]));
            let title = title.unwrap_or_else(|| "Puzzle from standard input".to_owned());
            let goals = space.goals.as_ref().map(|goals| &goals.explored);
            let from = "from the start";
            let size = problem.open_box().1;
            let plot = of_layers(&title, size, noun(metric), from, &space.explored, goals);
            status = give_plot(&file, &plot, status);
        }
        if let Some((file, graph)) = graph {
            status = graph.map_or_else(Failure::tell, |graph| give(&file, &graph, status));
        }
        Ok(run.end_beside(csv, Some(explored::layers(&space)), status))
    }

    /// The space as a graph, if it was explored to its end.
    fn graph_of(&self, space: &Space, problem: &Puzzle, run: &Run) -> Result<String, Failure> {
        let refuse = |reason, words| {
            let status = run.gave_up(reason, &space.cost()).status;
            Failure::new(format_args!("--graph: no graph is written: {words}"), status)
        };
        let (positions, ended) = (space.explored.sizes.iter().sum(), space.explored.ended);
        if ended.is_some() || positions > MAX_POSITIONS {
            let (most, found) = (grouped(MAX_POSITIONS), grouped(positions));
            let words = format!("expected a whole space of at most {most} positions, found {found} or more");
            return Err(refuse(ended.unwrap_or(GaveUp::Exhausted), words));
        }
        let is_graphml = self.graph.as_ref().is_some_and(|name| name.to_string_lossy().ends_with(".graphml"));
        graph(problem, self.metric, is_graphml, run.limits())
            .map_err(|reason| refuse(reason, format!("the writer {}", reason_words(reason)[1])))
    }

    fn tiles(&self, files: &[OsString]) -> Ended {
        let &Self { pushes, depth, size, ref goal, .. } = self;
        let board = match (size, files) {
            (Some(size), []) => Board::blank_last(size),
            (Some(_), _) => return Err(Failure::usage("expected a board or --size, found both")),
            (None, files) => read_board(&Source::or_input(only_file(files, NO_GOAL_FILE)?))?,
        };
        let size = board.size();
        let unit = if pushes { Unit::Push } else { Unit::Move };
        let sentence = "a whole space of tiles is held in memory, one bit for a position; --checkpoint and --disk go with --depth N";
        let is_saved = self.checkpoints.checkpoint.is_some() || self.on_disk.disk.is_some();
        Failure::usage_if(is_saved && depth.is_none(), sentence)?;
        let goal = goal.read(files)?.of(size).map_err(Failure::invalid)?;
        refuse_open("explore", &[&board, &goal])?;
        let mut run = Run::start_searching(&self.options, Activity::EXPLORING)?;
        run.open()?;
        let [csv, plot] = self.layer_files(&mut run)?;
        if depth.is_some() {
            let subject = format!("{size:?} {} {unit:?}", goal.blank());
            run.resume_on_disk(&self.on_disk, &self.checkpoints, &subject)?;
        }
        let found = run.search(|limits, checkpoint| match depth {
            Some(depth) => {
                tiles::explore_to(depth, size, goal.blank(), unit, &limits.of_the_last(), checkpoint)
                    .map(|explored| (explored, Vec::new()))
            }
            None => Ok(tiles::explore(size, goal.blank(), unit, self.draw, limits)),
        });
        let (explored, farthest) = &found.map_err(|error| run.refuse_checkpoint(&error))?;
        let farthest: Vec<Board> = farthest.iter().map(|seen| seen.board(&goal)).collect();
        let mut ending = explored.ended.map_or(Ending::DONE, |reason| run.gave_up(reason, &explored.cost));
        if let (Some(GaveUp::Memory), Some(sentence), None) = (explored.ended, &mut ending.reason, depth) {
            let needed = tiles::bytes(size, unit).map(|needed| bytes(needed as usize));
            let needed = needed.as_deref().unwrap_or("more memory than there are addresses for");
            let part = "but --depth N explores a part of any board";
            *sentence += &format!("; the bits of all positions take {needed}, {part}");
        }
        let known = explored.ended.map(|_| so_far(explored, "goal", unit.noun()));
        let body = explored::tiles(size, unit, explored, &farthest, self.layers);
        let answer = Answer::found(body, ending, explored.cost).remark(known);
        let mut status = run.give(answer.remark([search_cost(&explored.cost)]));
        if let Some(file) = plot {
            let title = format!("{}×{} tiles", size.height, size.width);
            let plot = of_layers(&title, size, unit.noun(), "from the goal", explored, None);
            status = give_plot(&file, &plot, status);
        }
        Ok(run.end_beside(csv, Some(explored::csv(&["positions"], &[&explored.sizes])), status))
    }
}

fn give_hardest(space: &Space, file: &Output) -> Ended {
    let hardest = space.goals.as_ref().and_then(|goals| goals.hardest.first()).ok_or_else(|| {
        Failure::new("no position meets the goal, so no start is the hardest", Status::Impossible)
    })?;
    let text = drawing::write(hardest).map_err(Failure::unwritable)?;
    Ok(give(file, &text, Status::Done))
}
