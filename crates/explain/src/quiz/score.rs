//! Quiz results: the answers given, their scores, and the kinds of questions to review.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::{Kind, Question, QuizAnswer, question::KNOWN};
use crate::csv;

/// An answered question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// Id of the question; see [`Question::id`].
    pub id: String,
    /// Kind of question.
    pub kind: Kind,
    /// Name of the level.
    pub level: String,
    /// Text of the question.
    pub question: String,
    /// Given answer, as a string.
    pub given: String,
    /// Right answer, as a string.
    pub right: String,
    /// Score, from 0 to 1.
    pub score: f64,
}

/// All answers given by one anonymous user.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Answers, in chronological order.
    pub answered: Vec<Answered>,
}

/// Statistics of the answers to one kind of question, or to all questions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Number of answers.
    pub asked: usize,
    /// Sum of the scores.
    pub points: f64,
}

impl Tally {
    /// Returns the mean score, from 0 to 1; 0 if there are no answers.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.asked == 0 {
            0.0
        } else {
            self.points / self.asked as f64
        }
    }
}

impl Results {
    /// Adds an answer.
    pub fn add(&mut self, level: &str, question: &Question, given: QuizAnswer) -> &Answered {
        self.answered.push(Answered {
            id: question.id(),
            kind: question.kind,
            level: level.to_owned(),
            question: question.text.clone(),
            given: question.format_answer(given),
            right: question.format_answer(question.right),
            score: question.score(given),
        });
        &self.answered[self.answered.len() - 1]
    }

    /// Returns the statistics of all answers, or only of answers to one kind of question.
    #[must_use]
    pub fn tally(&self, kind: Option<Kind>) -> Tally {
        let answers = self.answered.iter();
        let of_kind = answers.filter(|answered| kind.is_none_or(|kind| answered.kind == kind));
        of_kind.fold(Tally::default(), |tally, answered| Tally {
            asked: tally.asked + 1,
            points: tally.points + answered.score,
        })
    }

    /// Returns the kinds of questions to review, worst first.
    #[must_use]
    pub fn kinds_to_review(&self) -> Vec<Kind> {
        let mut kinds: Vec<(Kind, f64)> = Kind::ALL
            .into_iter()
            .map(|kind| (kind, self.tally(Some(kind))))
            .filter(|(_, tally)| tally.asked > 0 && tally.share() < KNOWN)
            .map(|(kind, tally)| (kind, tally.share()))
            .collect();
        kinds.sort_by(|a, b| a.1.total_cmp(&b.1));
        kinds.into_iter().map(|(kind, _)| kind).collect()
    }

    /// Returns the answers as CSV (RFC 4180), with a header line.
    ///
    /// The answers are anonymous, and the files of several people can be concatenated.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "level,kind,difficulty,question,given,right,score\r\n".to_owned();
        for answered in &self.answered {
            let Answered { kind, score, .. } = answered;
            let [level, question, given, right] = [
                &answered.level,
                &answered.question,
                &answered.given,
                &answered.right,
            ]
            .map(|cell| csv::cell(cell));
            let (kind, difficulty) = (kind.name(), kind.difficulty());
            let _ = write!(
                text,
                "{level},{kind},{difficulty},{question},{given},{right},{score:.2}\r\n"
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quiz::{Answers, Scene};
    use bspwalk_trees::NodeId;

    fn question(kind: Kind, answers: Answers, right: QuizAnswer) -> Question {
        let scene = Scene::Division {
            node: NodeId(0),
            piece: Vec::new(),
            reach: Vec::new(),
        };
        Question {
            kind,
            text: "How many, \"really\"?".to_owned(),
            answers,
            right,
            why: String::new(),
            scene,
        }
    }

    #[test]
    fn closer_numbers_score_higher() {
        let question = question(Kind::Cuts, Answers::Number(40), QuizAnswer::Number(5));
        let scores = [5, 7, 2, 11, 23, 0].map(|number| question.score(QuizAnswer::Number(number)));
        assert_eq!(scores, [1.0, 0.75, 0.5, 0.5, 0.25, 1.0 / 6.0]);
    }

    #[test]
    fn results_list_weak_kinds() {
        let mut results = Results::default();
        let cuts = question(Kind::Cuts, Answers::Number(4), QuizAnswer::Number(4));
        let side = question(
            Kind::FaceSide,
            Answers::Choices(Vec::new()),
            QuizAnswer::Choice(1),
        );
        results.add("a,b", &cuts, QuizAnswer::Number(3));
        results.add("a,b", &side, QuizAnswer::Choice(0));
        results.add("a,b", &side, QuizAnswer::Choice(1));
        assert_eq!(results.kinds_to_review(), [Kind::FaceSide]);
        assert_eq!(
            results.tally(None),
            Tally {
                asked: 3,
                points: 1.8
            }
        );
        let csv = results.csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines[1],
            "\"a,b\",cuts,2,\"How many, \"\"really\"\"?\",\"3\",\"4\",0.80"
        );
        results.add("a,b", &cuts, QuizAnswer::Number(40));
        results.add("a,b", &cuts, QuizAnswer::Number(40));
        assert_eq!(
            results.kinds_to_review(),
            [Kind::Cuts, Kind::FaceSide],
            "worst first"
        );
        let kept = serde_json::to_string(&results).expect("it can be written");
        assert_eq!(
            serde_json::from_str::<Results>(&kept).expect("it can be read"),
            results
        );
    }
}
