//! Which faces are structural and which are detail (seed 003): structural faces make the solid-leaf tree, detail faces
//! are cut into its leaves.
//!
//! "Minimise the structural side": a room is its six walls, and what stands in it is detail. Liquids are not solid and
//! so always detail. What a person says of an object goes before its name, that before the name of the material, and
//! names before size. Whatever is left over is structural, as far as a budget goes. Only liquids may leave a level
//! without structure: any other rule that would is not applied.

mod budget;
mod names;
mod pieces;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    level::{Level, LevelTriangle},
    progress::{Cancelled, Progress},
};

/// What a face is to the solid-leaf tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It makes the tree.
    Structural,
    /// It is cut into the leaves.
    Detail,
}

/// What decides which faces are structural.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StructureParams {
    /// Objects by name, decided by hand.
    pub by_hand: BTreeMap<String, Kind>,
    /// Whether names beginning with `detail` and `structur` decide, of objects and then of materials.
    pub names: bool,
    /// Whether a leading `D` or `S` decides too, as in `DSphere01` (seed 003).
    pub letters: bool,
    /// Joined pieces whose longest side is below this are detail where no name says otherwise, in metres; 0 for none.
    pub detail_size: f64,
    /// The most facets, flat parts of surfaces, that are structural without being named so; 0 for no limit.
    pub budget: u32,
}

impl StructureParams {
    /// Every face that is not liquid is structural.
    #[must_use]
    pub fn all() -> Self {
        Self {
            names: false,
            detail_size: 0.0,
            budget: 0,
            ..Self::default()
        }
    }

    /// Names alone decide.
    #[must_use]
    pub fn names() -> Self {
        Self {
            names: true,
            ..Self::all()
        }
    }
}

impl Default for StructureParams {
    /// Names, then size, then a budget.
    ///
    /// What is below 1.5 m a person looks over: it parts no rooms. Within the budget a solid-leaf tree takes seconds to
    /// build, and its leaves can be looked at one by one.
    fn default() -> Self {
        Self {
            by_hand: BTreeMap::new(),
            names: true,
            letters: false,
            detail_size: 1.5,
            budget: 20_000,
        }
    }
}

/// Why a face is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Detail: it is liquid, which is not solid.
    Liquid,
    /// Its object was decided by hand.
    ByHand(Kind),
    /// The name of its object or material says so.
    ByName(Kind),
    /// Detail: it belongs to a small piece.
    Small,
    /// Detail: others are worth more to the tree, and there are too many.
    OverBudget,
    /// Structural: nothing says otherwise.
    Rest,
}

impl Reason {
    /// What a face is for this reason.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::ByHand(kind) | Self::ByName(kind) => kind,
            Self::Liquid | Self::Small | Self::OverBudget => Kind::Detail,
            Self::Rest => Kind::Structural,
        }
    }
}

/// How many faces are structural and detail, and for which reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructureStatistics {
    /// Structural faces.
    pub structural: u32,
    /// Of them, by hand.
    pub structural_by_hand: u32,
    /// Of them, by the name of the object or material.
    pub structural_by_name: u32,
    /// Detail faces.
    pub detail: u32,
    /// Of them, liquids.
    pub liquid: u32,
    /// Of them, by hand.
    pub detail_by_hand: u32,
    /// Of them, by the name of the object or material.
    pub detail_by_name: u32,
    /// Of them, parts of small pieces.
    pub small: u32,
    /// Of them, beyond the budget.
    pub over_budget: u32,
}

/// What each face of a level is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    reasons: Vec<Reason>,
}

impl Structure {
    /// Decides for every triangle of a level.
    #[must_use]
    pub fn of(level: &Level, params: &StructureParams) -> Self {
        Progress::unwatched(|progress| Self::of_with(level, params, progress))
    }

    /// As [`Structure::of`], with progress, which can cancel it.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn of_with(level: &Level, params: &StructureParams, progress: &Progress) -> Result<Self, Cancelled> {
        progress.begin("Telling structure from detail", 0);
        progress.check()?;
        let mut decisions = Decisions::new(level);
        decisions.apply(names::by_hand(level, params));
        decisions.apply(names::by_name(level, params));
        progress.check()?;
        let small = pieces::small(level, params.detail_size, progress)?;
        decisions.apply(small.into_iter().map(|index| (index, Reason::Small)));
        let open = decisions.open();
        // A facet is a triangle at least.
        if params.budget > 0 && open.len() > params.budget as usize {
            let beyond = budget::beyond(level, &open, params.budget as usize, progress)?;
            decisions.apply(beyond.into_iter().map(|index| (index, Reason::OverBudget)));
        }
        let reasons = decisions.reasons.into_iter();
        Ok(Self {
            reasons: reasons.map(|reason| reason.unwrap_or(Reason::Rest)).collect(),
        })
    }

    /// Checks that it is of this level.
    ///
    /// # Errors
    /// What is wrong, in one phrase for a person.
    pub fn check(&self, level: &Level) -> Result<(), String> {
        if self.reasons.len() != level.triangles.len() {
            return Err("it is of a level with another number of triangles".to_owned());
        }
        let is_liquid =
            |(triangle, reason): (&LevelTriangle, &Reason)| triangle.solid == (*reason == Reason::Liquid);
        match level.triangles.iter().zip(&self.reasons).position(is_liquid) {
            Some(index) => Err(format!(
                "triangle {index} is solid or liquid against what the level says"
            )),
            None => Ok(()),
        }
    }

    /// Why the triangle of this index in [`Level::triangles`] is what it is.
    #[must_use]
    pub fn reason(&self, triangle: usize) -> Option<Reason> {
        self.reasons.get(triangle).copied()
    }

    /// Why each triangle is what it is, as [`Level::triangles`] lists them.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// How many there are of each.
    #[must_use]
    pub fn statistics(&self) -> StructureStatistics {
        let mut statistics = StructureStatistics::default();
        for reason in &self.reasons {
            let (total, part) = match reason.kind() {
                Kind::Structural => (
                    &mut statistics.structural,
                    match reason {
                        Reason::ByHand(_) => Some(&mut statistics.structural_by_hand),
                        Reason::ByName(_) => Some(&mut statistics.structural_by_name),
                        _ => None,
                    },
                ),
                Kind::Detail => (
                    &mut statistics.detail,
                    match reason {
                        Reason::Liquid => Some(&mut statistics.liquid),
                        Reason::ByHand(_) => Some(&mut statistics.detail_by_hand),
                        Reason::ByName(_) => Some(&mut statistics.detail_by_name),
                        Reason::Small => Some(&mut statistics.small),
                        Reason::OverBudget => Some(&mut statistics.over_budget),
                        Reason::Rest => None,
                    },
                ),
            };
            *total += 1;
            if let Some(part) = part {
                *part += 1;
            }
        }
        statistics
    }
}

/// What is decided so far; `None` is still open.
struct Decisions {
    reasons: Vec<Option<Reason>>,
}

impl Decisions {
    /// Liquids are decided, all else is open.
    fn new(level: &Level) -> Self {
        let reasons = level.triangles.iter();
        Self {
            reasons: reasons
                .map(|triangle| (!triangle.solid).then_some(Reason::Liquid))
                .collect(),
        }
    }

    /// Triangles that are still open, ascending.
    fn open(&self) -> Vec<u32> {
        let indices = 0..self.reasons.len() as u32;
        indices
            .filter(|&index| self.reasons[index as usize].is_none())
            .collect()
    }

    /// How many are decided to be structural.
    fn structural(&self) -> usize {
        let decided = self.reasons.iter().flatten();
        decided.filter(|reason| reason.kind() == Kind::Structural).count()
    }

    /// Takes over what a rule decides of the open triangles, unless that leaves none that is or may become structural.
    fn apply(&mut self, decided: impl IntoIterator<Item = (u32, Reason)>) {
        let mut decided: Vec<(u32, Reason)> = decided.into_iter().collect();
        decided.retain(|&(index, _)| self.reasons[index as usize].is_none());
        let open = self.reasons.iter().filter(|reason| reason.is_none()).count();
        let detail = decided.iter().filter(|(_, reason)| reason.kind() == Kind::Detail);
        let leaves_some = open > detail.count() || self.structural() > 0;
        if leaves_some {
            for (index, reason) in decided {
                self.reasons[index as usize] = Some(reason);
            }
        }
    }
}
