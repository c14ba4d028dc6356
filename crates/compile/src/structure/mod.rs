//! Classifies faces as structural or detail, like Quake's compilers and 《Bsp分割算法简述》 (undated). The solid-leaf tree is
//! built from structural faces, and detail faces are cut into its leaves.
//!
//! The guideline is to make as few faces structural as possible: the six walls of a room are structural, and the
//! objects in it are detail. Liquids are not solid and therefore always detail. The rules apply in this order: the
//! user's choice for an object; the source's brushes, by the class of their entity; the object's name; the material's
//! name; the size. All other faces are structural, as far as the budget allows. A rule that would leave a level without
//! structural faces is skipped; only the rule for liquids always applies.

mod budget;
mod names;
mod params;
mod reason;
mod standing_alone;

use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_progress::{Cancelled, CheckError, Progress, ensure};
use serde::{Deserialize, Serialize};

pub use self::{
    params::StructureParams,
    reason::{Kind, Reason},
};

/// Face counts by kind and reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StructureStatistics {
    /// Structural faces.
    pub structural: u32,
    /// Structural faces chosen by the user.
    pub structural_by_hand: u32,
    /// Structural faces classified by the object's or material's name.
    pub structural_by_name: u32,
    /// Detail faces.
    pub detail: u32,
    /// Liquid faces.
    pub liquid: u32,
    /// Moving faces.
    pub moving: u32,
    /// Detail faces chosen by the user.
    pub detail_by_hand: u32,
    /// Detail faces classified by the object's or material's name.
    pub detail_by_name: u32,
    /// Detail faces that belong to small pieces.
    pub small: u32,
    /// Detail faces that exceed the budget.
    pub over_budget: u32,
}

/// Classification of a level's faces as structural or detail, with the reason for each face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Structure {
    reasons: Vec<Reason>,
}

impl Structure {
    /// Classifies every triangle of a level.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the operation is cancelled.
    pub fn new(level: &Level, params: &StructureParams, progress: &Progress) -> Result<Self, Cancelled> {
        Unbudgeted::new(level, params, progress)?.with_budget(level, params.budget, progress)
    }

    /// Checks that the structure belongs to this level.
    ///
    /// # Errors
    /// Returns [`CheckError`] if it belongs to another level.
    pub fn check(&self, level: &Level) -> Result<(), CheckError> {
        let is_complete = self.reasons.len() == level.triangles.len();
        ensure(
            is_complete,
            "it belongs to a level with a different number of triangles",
        )?;
        let moves = moving(level);
        let is_wrong = |(triangle, reason): (&LevelTriangle, &Reason)| {
            *reason != decided(triangle, &moves).unwrap_or(*reason)
                || matches!(reason, Reason::Liquid | Reason::Moves) && decided(triangle, &moves).is_none()
        };
        match level.triangles.iter().zip(&self.reasons).position(is_wrong) {
            Some(index) => Err(CheckError::WrongItem {
                kind: "triangle",
                number: index as u32,
                what: "it is liquid in the structure or in the level, but not in both",
            }),
            None => Ok(()),
        }
    }

    /// Returns each triangle's reason, in the order of [`Level::triangles`].
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// Counts the faces of each kind and reason.
    #[must_use]
    pub fn statistics(&self) -> StructureStatistics {
        use Kind::{Detail, Structural};
        let mut count = StructureStatistics::default();
        for reason in &self.reasons {
            *match reason.kind() {
                Structural => &mut count.structural,
                Detail => &mut count.detail,
            } += 1;
            *match reason {
                Reason::Rest => continue,
                Reason::ByHand(Structural) => &mut count.structural_by_hand,
                Reason::ByName(Structural) => &mut count.structural_by_name,
                Reason::ByHand(Detail) => &mut count.detail_by_hand,
                Reason::ByName(Detail) => &mut count.detail_by_name,
                Reason::Liquid => &mut count.liquid,
                Reason::Moves => &mut count.moving,
                Reason::Small => &mut count.small,
                Reason::OverBudget => &mut count.over_budget,
            } += 1;
        }
        count
    }
}

/// Returns whether each object moves, for a level that was separated into moving and static parts.
fn moving(level: &Level) -> Vec<bool> {
    if !level.apart {
        return Vec::new();
    }
    let owners = level.mechanism_of_objects();
    owners.iter().map(Option::is_some).collect()
}

/// Returns the triangle's reason if it is fixed before any rule applies.
fn decided(triangle: &LevelTriangle, moves: &[bool]) -> Option<Reason> {
    if moves.get(triangle.object as usize).is_some_and(|moves| *moves) {
        Some(Reason::Moves)
    } else {
        (!triangle.solid).then_some(Reason::Liquid)
    }
}

/// Decisions of all rules except the budget, shared by structures with different budgets.
#[derive(Debug)]
pub(super) struct Unbudgeted {
    decisions: Decisions,
    /// Ranking of the undecided triangles, computed when a budget is first exceeded.
    ranking: Option<budget::Ranking>,
}

impl Unbudgeted {
    /// Applies all rules in `params` except the budget.
    pub(super) fn new(
        level: &Level,
        params: &StructureParams,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        progress.begin("Separating structure from detail", 0);
        progress.check()?;
        let mut decisions = Decisions::new(level);
        decisions.apply(names::moving_triangles(level));
        decisions.apply(names::user_classified(level, params));
        decisions.apply(names::by_brushes(level, params));
        decisions.apply(names::by_name(level, params));
        progress.check()?;
        let small = standing_alone::small_piece_triangles(level, params.detail_size, progress)?;
        decisions.apply(small.into_iter().map(|index| (index, Reason::Small)));
        Ok(Self {
            decisions,
            ranking: None,
        })
    }

    /// Returns the structure with at most `budget` facets that are structural by default; 0 means no limit.
    pub(super) fn with_budget(
        &mut self,
        level: &Level,
        budget: u32,
        progress: &Progress,
    ) -> Result<Structure, Cancelled> {
        let mut decisions = self.decisions.clone();
        let open = decisions.open();
        // Each facet has at least one triangle, so there are at most as many facets as triangles.
        if budget > 0 && open.len() > budget as usize {
            let ranking = match self.ranking.take() {
                Some(ranking) => ranking,
                None => budget::Ranking::new(level, &open, progress)?,
            };
            let beyond = ranking.triangles_over_budget(budget as usize).iter();
            decisions.apply(beyond.map(|&index| (index, Reason::OverBudget)));
            self.ranking = Some(ranking);
        }
        let reasons = decisions.reasons.into_iter();
        Ok(Structure {
            reasons: reasons.map(|reason| reason.unwrap_or(Reason::Rest)).collect(),
        })
    }
}

/// Reasons from the rules that have been applied; `None` for an undecided triangle.
#[derive(Clone, Debug)]
struct Decisions {
    reasons: Vec<Option<Reason>>,
}

impl Decisions {
    /// Classifies liquids and moving faces, and leaves all other faces undecided.
    fn new(level: &Level) -> Self {
        let (moves, triangles) = (moving(level), level.triangles.iter());
        Self {
            reasons: triangles.map(|triangle| decided(triangle, &moves)).collect(),
        }
    }

    /// Returns the undecided triangles in ascending order.
    fn open(&self) -> Vec<u32> {
        let indices = 0..self.reasons.len() as u32;
        indices
            .filter(|&index| self.reasons[index as usize].is_none())
            .collect()
    }

    /// Applies a rule to the undecided triangles, unless no structural or undecided triangle would be left.
    fn apply(&mut self, decided: impl IntoIterator<Item = (u32, Reason)>) {
        let mut decided: Vec<(u32, Reason)> = decided.into_iter().collect();
        decided.retain(|&(index, _)| self.reasons[index as usize].is_none());
        let open = self.reasons.iter().filter(|reason| reason.is_none()).count();
        let detail = decided.iter().filter(|(_, reason)| reason.kind() == Kind::Detail);
        let mut known = self.reasons.iter().flatten();
        let leaves_some = open > detail.count() || known.any(|reason| reason.kind() == Kind::Structural);
        if leaves_some {
            for (index, reason) in decided {
                self.reasons[index as usize] = Some(reason);
            }
        }
    }
}
