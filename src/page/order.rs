//! A request for work in a web worker. The input is a level. The output is a compiled level, its light, a tree or
//! statistics.

use std::{error::Error, path::PathBuf, sync::Arc};

use bspwalk_compile::{
    CompileParams, CompiledLevel, LevelName,
    file::to_unpacked_bytes,
    open::{OpenError, open},
};
use bspwalk_draw::light::{self, Lightmaps};
use bspwalk_explain::duel::{
    self, Contestant, DuelLevel, Event, Figures, Measured, Queries, Row,
    weight_sweep::{self, Weight},
};
use bspwalk_geometry::{Aabb, Plane};
use bspwalk_levels::LoadOptions;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    BuildParams, NodeTree,
    node_storing::{NodeId, Replay},
};
use postcard::to_stdvec;
use serde::{Deserialize, Serialize};

/// A request for work in a web worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Path of the level, which is a file passed to the page.
    pub path: PathBuf,
    /// Options for reading the level.
    pub options: LoadOptions,
    /// Requested output.
    pub product: Product,
}

/// Output of an order. Everything except the compiled level is serialized with [`postcard`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Product {
    /// The compiled level as the bytes of a `.bspw` file. The trees of a compiled level are rebuilt if the given
    /// parameters differ. Without parameters, the trees are kept.
    Level(Option<CompileParams>),
    /// Light volume of the level, if it has one.
    Light,
    /// Lightmaps of the level.
    Lightmaps,
    /// The node-storing tree built with these parameters, in which the planes of these nodes are then replaced one by
    /// one. The output is the tree and the nodes with hand-placed planes.
    Nodes(BuildParams, Vec<(NodeId, Plane)>),
    /// A duel. Each part of the result is a [`News`] event.
    Duel(Duel),
    /// The results of a rule for several values of one of its weights. Each part of the result is a point of the curve.
    Curve(BuildParams, Weight, Vec<f64>),
}

/// Parameters of a duel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Duel {
    /// Build parameters for solid-leaf trees, except for the rule.
    pub params: CompileParams,
    /// Contestants.
    pub contestants: Vec<Contestant>,
    /// Number of query positions, and the random seed.
    pub queries: (u32, u64),
}

/// Events of a duel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum News {
    /// The queries were chosen. Contains the number of queries of each kind, and the radius of the body in metres.
    Asked(usize, f32),
    /// The build of a contestant has started.
    Begins(Contestant),
    /// A contestant was measured. Contains the fields of its [`Row`].
    Measured(Box<(Contestant, Figures, [Measured; 3], Vec<Vec<Aabb>>)>),
    /// A contestant cannot take part. Contains the reason.
    Fails(Contestant, String),
}

impl From<Event> for News {
    fn from(event: Event) -> Self {
        match event {
            Event::Begins(contestant) => Self::Begins(contestant),
            Event::Measured(row) => {
                let Row {
                    contestant,
                    figures,
                    casts,
                    contacts,
                    sweeps,
                    levels,
                    ..
                } = *row;
                Self::Measured(Box::new((contestant, figures, [casts, contacts, sweeps], levels)))
            }
            Event::Fails(contestant, error) => Self::Fails(contestant, error.to_string()),
        }
    }
}

impl Order {
    /// Carries out the order. Calls `part` for each part of the result.
    ///
    /// # Errors
    /// Returns one sentence that is shown to the user.
    pub fn carry_out(
        &self,
        progress: &Arc<Progress>,
        mut part: impl FnMut(Vec<u8>),
    ) -> Result<Vec<u8>, Box<dyn Error>> {
        let compiled = self.open(progress)?;
        let level = &compiled.level;
        Ok(match &self.product {
            Product::Level(_) => to_unpacked_bytes(&compiled),
            Product::Light => to_stdvec(&light::bake(level, &compiled.nodes, 1, progress)?)?,
            Product::Lightmaps => {
                let volume = light::bake(level, &compiled.nodes, 1, progress)?;
                to_stdvec(&Lightmaps::bake(level, &compiled.nodes, volume, 1, progress)?)?
            }
            Product::Nodes(params, planes) => {
                let tree = with_planes(&compiled, params, planes, progress)?;
                let by_hand: Vec<NodeId> = tree.planes_by_hand().map(|(node, _)| node).collect();
                to_stdvec(&(&*tree, by_hand))?
            }
            Product::Duel(duel) => {
                let ground = DuelLevel::new(Arc::clone(level), &duel.params, progress)?;
                // Serializing plain values does not fail.
                duel.fight(&ground, progress, |news| {
                    part(to_stdvec(&news).unwrap_or_default());
                })?;
                Vec::new()
            }
            Product::Curve(params, weight, values) => {
                let triangles = level.solid_triangles();
                weight_sweep::sweep(&triangles, params, *weight, values, progress, |point| {
                    part(to_stdvec(&point).unwrap_or_default());
                })?;
                Vec::new()
            }
        })
    }

    fn open(&self, progress: &Arc<Progress>) -> Result<CompiledLevel, OpenError> {
        let (params, rebuild) = match &self.product {
            Product::Level(Some(params)) => (params.clone(), true),
            _ => (CompileParams::default(), false),
        };
        let file = LevelName::File(self.path.clone());
        open(&file, &self.options, &params, rebuild, None, progress)
    }
}

/// Returns the tree of a level with the given parameters and planes.
fn with_planes(
    compiled: &CompiledLevel,
    params: &BuildParams,
    planes: &[(NodeId, Plane)],
    progress: &Arc<Progress>,
) -> Result<Arc<NodeTree>, Box<dyn Error>> {
    let mut tree = if compiled.params.nodes == *params {
        Arc::clone(&compiled.nodes)
    } else {
        bspwalk_compile::node_tree(&compiled.level, params, progress)?.0
    };
    let triangles = compiled.level.solid_triangles();
    for &(node, plane) in planes {
        tree = Replay::new(tree, &triangles, progress)?
            .with_plane(node, plane, progress)?
            .into();
    }
    Ok(tree)
}

impl Duel {
    fn fight(
        &self,
        ground: &DuelLevel,
        progress: &Arc<Progress>,
        mut tell: impl FnMut(News),
    ) -> Result<(), Cancelled> {
        let (samples, seed) = self.queries;
        let queries = Queries::new(ground, samples as usize, seed, progress)?;
        tell(News::Asked(queries.count(), queries.radius));
        duel::run_duel(ground, &self.contestants, &queries, progress, |event| {
            tell(event.into());
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_compile::file;
    use bspwalk_explain::duel::weight_sweep::WeightPoint;
    use bspwalk_trees::{Rule, solid_leaf::LeafRule};
    use glam::DVec3;
    use serde::de::DeserializeOwned;
    use tempfile::TempDir;

    use super::*;

    /// Compiles a level and writes it to a file.
    fn compiled() -> (CompiledLevel, TempDir) {
        let (options, params) = (LoadOptions::default(), CompileParams::quick());
        let name = LevelName::BuiltIn("three_rooms".to_owned());
        let compiled = open(&name, &options, &params, false, None, &Arc::default()).expect("it is built in");
        let folder = tempfile::tempdir().expect("a folder");
        file::write(&compiled, &folder.path().join("level.bspw")).expect("it is written");
        (compiled, folder)
    }

    /// Carries out an order after serializing and deserializing it. Returns the parts and the result.
    fn carried_out(folder: &TempDir, product: Product) -> Result<(Vec<Vec<u8>>, Vec<u8>), String> {
        let order = Order {
            path: folder.path().join("level.bspw"),
            options: LoadOptions::default(),
            product,
        };
        let order: Order = read(&to_stdvec(&order).expect("it is plain"));
        let mut parts = Vec::new();
        let result = order.carry_out(&Arc::default(), |part| parts.push(part));
        let result = result.map_err(|error| error.to_string())?;
        Ok((parts, result))
    }

    fn read<T: DeserializeOwned>(bytes: &[u8]) -> T {
        postcard::from_bytes(bytes).expect("it was written")
    }

    fn level(folder: &TempDir, params: Option<CompileParams>) -> CompiledLevel {
        let (_, bytes) = carried_out(folder, Product::Level(params)).expect("it is built");
        file::from_bytes("made", &bytes, &Progress::default()).expect("it was written")
    }

    fn parts<T: DeserializeOwned>(folder: &TempDir, product: Product) -> Vec<T> {
        let (parts, _) = carried_out(folder, product).expect("it can be made");
        parts.iter().map(|part| read(part)).collect()
    }

    #[test]
    fn plane_chain_builds_the_same_tree_stepwise() {
        let (compiled, folder) = compiled();
        let triangles = compiled.level.solid_triangles();
        let progress = Arc::default();
        for rule in [compiled.params.nodes.rule, Rule::Balanced] {
            let params = BuildParams::preset(rule);
            let mut tree = bspwalk_compile::node_tree(&compiled.level, &params, &progress)
                .expect("it is built")
                .0;
            let center = tree.bounds().center();
            let mut planes = Vec::new();
            let normals = [DVec3::new(0.6, 0.0, 0.8), DVec3::X, DVec3::Z];
            for (node, normal) in NodeId::all().zip(normals) {
                let plane = Plane::from_point_normal(center, normal);
                let mut replay =
                    Replay::new(tree.clone(), &triangles, &progress).expect("they are its triangles");
                if let Ok(changed) = replay.with_plane(node, plane, &progress) {
                    tree = Arc::new(changed);
                    planes.push((node, plane));
                }
                let product = Product::Nodes(params, planes.clone());
                let (_, made) = carried_out(&folder, product).expect("it can be built");
                let (made, by_hand): (NodeTree, Vec<NodeId>) = read(&made);
                assert!(to_stdvec(&made) == to_stdvec(&*tree), "{rule}, {planes:?}");
                let made = made.with_planes_by_hand(by_hand);
                assert!(made.planes_by_hand().eq(tree.planes_by_hand()), "{rule}");
                assert!(made.planes_by_hand().eq(planes.iter().copied()), "{rule}");
            }
            assert!(planes.len() > 1, "{rule}");
            // A plane that divides nothing is refused with a message.
            let outside = Plane::from_point_normal(center + DVec3::splat(1.0e4), DVec3::X);
            let refused = carried_out(&folder, Product::Nodes(params, vec![(NodeId(0), outside)]));
            assert!(refused.is_err_and(|reason| reason.contains("divides nothing")));
        }
    }

    #[test]
    fn params_rebuild_the_compiled_level() {
        let (compiled, folder) = compiled();
        let mut params = compiled.params.clone();
        params.leaves.rule = LeafRule::Balanced;
        let made = level(&folder, Some(params.clone()));
        let rebuilt = compiled
            .clone()
            .rebuilt(&params, &Arc::default())
            .expect("it is built");
        assert_eq!(made.params, params);
        assert!(to_stdvec(&*made.leaves) == to_stdvec(&*rebuilt.leaves));
        assert!(to_stdvec(&*made.leaves) != to_stdvec(&*compiled.leaves));
        assert_eq!(level(&folder, None).params, compiled.params);
    }

    #[test]
    fn duel_reports_progress_as_it_runs() {
        let (compiled, folder) = compiled();
        let duel = Duel {
            params: compiled.params,
            contestants: vec![
                Contestant::Own,
                Contestant::Nodes(BuildParams::preset(Rule::First)),
                Contestant::NoTree,
            ],
            queries: (20, 3),
        };
        let ground = DuelLevel::new(compiled.level, &duel.params, &Arc::default()).expect("it is built");
        let mut here = Vec::new();
        duel.fight(&ground, &Arc::default(), |news| here.push(news))
            .expect("nobody cancels");
        let there = parts(&folder, Product::Duel(duel));
        // All results except the times must be equal.
        let told = |news: Vec<News>| -> Vec<String> {
            let told = |news| match news {
                News::Measured(parts) => {
                    let (contestant, figures, measured, levels) = *parts;
                    let row = Row::new(contestant, figures, measured).with_levels(levels);
                    let (nodes, visited) = (row.figures.nodes, row.casts.visited_most);
                    format!(
                        "{}: {contestant:?} {nodes} {visited} {}",
                        row.rule, row.sweeps.met
                    )
                }
                news => format!("{news:?}"),
            };
            news.into_iter().map(told).collect()
        };
        let (here, there) = (told(here), told(there));
        assert_eq!(here, there);
        let [asked, own, fails, first, measured, ..] = &here[..] else {
            panic!("{here:?}")
        };
        assert!(
            asked.starts_with("Asked(20, ") && own == "Begins(Own)",
            "{here:?}"
        );
        assert!(
            fails.starts_with("Fails(Own, \"the level file contains no tree"),
            "{here:?}"
        );
        assert!(
            first.starts_with("Begins(Nodes(") && measured.starts_with("first: "),
            "{here:?}"
        );
        assert!(
            here.len() == 7 && here[6].starts_with("none: NoTree 0 0 "),
            "{here:?}"
        );
    }

    #[test]
    fn curve_points_arrive_one_by_one() {
        let (compiled, folder) = compiled();
        let (params, weight, values) = (BuildParams::default(), Weight::Cut, [0.0, 0.3, 8.0]);
        let triangles = compiled.level.solid_triangles();
        let here = weight_sweep::sweep(&triangles, &params, weight, &values, &Arc::default(), |_| {});
        let there = parts(&folder, Product::Curve(params, weight, values.to_vec()));
        let told = |points: Vec<WeightPoint>| -> Vec<(f64, u32, f64)> {
            let told = |point: WeightPoint| (point.weight, point.nodes, point.cost);
            points.into_iter().map(told).collect()
        };
        assert_eq!(told(here.expect("nobody cancels")), told(there));
    }
}
