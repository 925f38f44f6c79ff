//! Elo ratings by the model of Bradley and Terry: the ratings under which the results are most likely.
//!
//! A player who has won or lost every game would be infinitely far away, so every player is given one more game, a draw,
//! spread over its real ones. The errors are those of the maximum: the inverse of the information matrix.

use serde::Serialize;

/// What two players did to each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// Who they are, by number.
    pub players: [usize; 2],
    /// The wins of each, a draw counted half.
    pub wins: [f64; 2],
}

/// The rating of a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// In Elo points.
    pub elo: f64,
    /// Half the width of the 95 % interval; 0 for the anchor.
    pub error: f64,
    /// Players with the same number are connected by games; only their ratings can be compared.
    pub group: usize,
}

/// Elo points of a natural unit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// How many normal standard deviations hold 95 %.
const Z95: f64 = 1.959_963_984_540_054;
/// Draws given to every player.
const PRIOR: f64 = 1.0;

/// Rates players. Without an anchor the mean of a group is 0; with one, errors are those of the distance from it.
///
/// ```
/// use arena::{Meeting, rate};
/// let ratings = rate(2, &[Meeting { players: [0, 1], wins: [75.0, 25.0] }], Some((1, 0.0)));
/// assert!((ratings[0].elo - 190.0).abs() < 5.0 && ratings[1].elo == 0.0);
/// assert!(ratings[0].error > 50.0 && ratings[1].error == 0.0);
/// ```
#[must_use]
pub fn rate(players: usize, meetings: &[Meeting], anchor: Option<(usize, f64)>) -> Vec<Rating> {
    let meetings = with_prior(players, meetings);
    let groups = groups(players, &meetings);
    let mut ratings = vec![Rating { elo: 0.0, error: f64::INFINITY, group: 0 }; players];
    let n_groups = groups.iter().copied().max().map_or(0, |last| last + 1);
    for group in 0..n_groups {
        let members: Vec<usize> = (0..players).filter(|&player| groups[player] == group).collect();
        let index = |player: usize| members.iter().position(|&member| member == player);
        let inside: Vec<Meeting> = meetings
            .iter()
            .filter_map(|meeting| {
                let [first, second] = meeting.players;
                Some(Meeting { players: [index(first)?, index(second)?], wins: meeting.wins })
            })
            .collect();
        let anchor = anchor.and_then(|(player, elo)| Some((index(player)?, elo)));
        let (elo, errors) = rate_group(members.len(), &inside, anchor);
        for (i, &member) in members.iter().enumerate() {
            ratings[member] = Rating { elo: elo[i], error: errors[i], group };
        }
    }
    ratings
}

/// The games with the draws that everybody is given.
fn with_prior(players: usize, meetings: &[Meeting]) -> Vec<Meeting> {
    let mut games = vec![0.0; players];
    for meeting in meetings {
        for player in meeting.players {
            games[player] += meeting.wins[0] + meeting.wins[1];
        }
    }
    let played = meetings.iter().filter(|meeting| meeting.wins[0] + meeting.wins[1] > 0.0);
    played
        .map(|meeting| {
            let n = meeting.wins[0] + meeting.wins[1];
            let share: f64 = meeting.players.iter().map(|&player| PRIOR * n / games[player]).sum();
            Meeting { wins: meeting.wins.map(|wins| wins + share / 4.0), ..*meeting }
        })
        .collect()
}

/// Who is connected with whom.
fn groups(players: usize, meetings: &[Meeting]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..players).collect();
    loop {
        let mut changed = false;
        for meeting in meetings {
            let [a, b] = meeting.players;
            let least = group[a].min(group[b]);
            changed |= group[a] != least || group[b] != least;
            (group[a], group[b]) = (least, least);
        }
        if !changed {
            break;
        }
    }
    let mut names: Vec<usize> = group.clone();
    names.sort_unstable();
    names.dedup();
    group.iter().map(|name| names.binary_search(name).unwrap_or(0)).collect()
}

/// Ratings and errors of players who are all connected.
fn rate_group(n: usize, meetings: &[Meeting], anchor: Option<(usize, f64)>) -> (Vec<f64>, Vec<f64>) {
    let mut strength = vec![0.0; n];
    if n > 1 {
        // Newton's method on a concave function; a step that is too long is halved.
        let mut now = likelihood(meetings, &strength);
        for _ in 0..200 {
            let mut gradient = vec![0.0; n];
            for meeting in meetings {
                let [a, b] = meeting.players;
                let p = win_chance(strength[a] - strength[b]);
                let pull = meeting.wins[0] - (meeting.wins[0] + meeting.wins[1]) * p;
                gradient[a] += pull;
                gradient[b] -= pull;
            }
            let step = solve(&information(n, meetings, &strength), &[gradient]).remove(0);
            let mut size = 1.0;
            let (next, after) = loop {
                let next: Vec<f64> = strength.iter().zip(&step).map(|(s, d)| s + size * d).collect();
                let after = likelihood(meetings, &next);
                if after >= now || size < 1e-9 {
                    break (next, after);
                }
                size /= 2.0;
            };
            let moved = step.iter().map(|d| (size * d).abs()).fold(0.0, f64::max);
            (strength, now) = (next, after);
            if moved < 1e-12 {
                break;
            }
        }
    }
    let unit: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    let covariance = solve(&information(n, meetings, &strength), &unit);
    // The information of a common shift is 1 by construction and says nothing; it has to come off again.
    let shift = 1.0 / (n * n) as f64;
    let own = |i: usize| covariance[i][i] - shift;
    let (base, errors): (f64, Vec<f64>) = match anchor {
        Some((index, elo)) => {
            let distance = |i: usize| (own(i) + own(index) - 2.0 * (covariance[i][index] - shift)).max(0.0).sqrt();
            (elo - ELO * strength[index], (0..n).map(|i| if i == index { 0.0 } else { distance(i) }).collect())
        }
        None => (-ELO * strength.iter().sum::<f64>() / n as f64, (0..n).map(|i| own(i).max(0.0).sqrt()).collect()),
    };
    let errors = if n == 1 { vec![0.0] } else { errors };
    let elo = |i: usize| match anchor {
        Some((index, elo)) if index == i => elo,
        _ => ELO * strength[i] + base,
    };
    ((0..n).map(elo).collect(), errors.into_iter().map(|error| Z95 * ELO * error).collect())
}

fn win_chance(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

fn likelihood(meetings: &[Meeting], strength: &[f64]) -> f64 {
    // ln p = −ln(1 + e^−d), written so that nothing overflows.
    let ln_p = |d: f64| if d > 0.0 { -(-d).exp().ln_1p() } else { d - d.exp().ln_1p() };
    meetings
        .iter()
        .map(|meeting| {
            let d = strength[meeting.players[0]] - strength[meeting.players[1]];
            meeting.wins[0] * ln_p(d) + meeting.wins[1] * ln_p(-d)
        })
        .sum()
}

/// The information matrix, with 1 added for the common shift of all players, which no game measures.
fn information(n: usize, meetings: &[Meeting], strength: &[f64]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![1.0; n]; n];
    for meeting in meetings {
        let [a, b] = meeting.players;
        let p = win_chance(strength[a] - strength[b]);
        let weight = (meeting.wins[0] + meeting.wins[1]) * p * (1.0 - p);
        matrix[a][a] += weight;
        matrix[b][b] += weight;
        matrix[a][b] -= weight;
        matrix[b][a] -= weight;
    }
    matrix
}

/// Solves the symmetric, positive system for several right sides by Gauss's elimination.
fn solve(matrix: &[Vec<f64>], sides: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut rows: Vec<Vec<f64>> =
        (0..n).map(|i| matrix[i].iter().copied().chain(sides.iter().map(|side| side[i])).collect()).collect();
    for pivot in 0..n {
        let best = (pivot..n).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
        rows.swap(pivot, best.unwrap_or(pivot));
        let lead = rows[pivot][pivot];
        if lead == 0.0 {
            continue;
        }
        for value in &mut rows[pivot] {
            *value /= lead;
        }
        let pivot_row = rows[pivot].clone();
        for (i, row) in rows.iter_mut().enumerate() {
            let factor = row[pivot];
            if i != pivot && factor != 0.0 {
                for (value, subtract) in row.iter_mut().zip(&pivot_row) {
                    *value -= factor * subtract;
                }
            }
        }
    }
    (0..sides.len()).map(|side| (0..n).map(|i| rows[i][n + side]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(a: usize, b: usize, wins: [f64; 2]) -> Meeting {
        Meeting { players: [a, b], wins }
    }

    #[test]
    fn two_players_have_the_difference_of_the_formula() {
        // One drawn game is added to the 100: 75.5 of 101, and 25.5.
        let ratings = rate(2, &[meeting(0, 1, [75.0, 25.0])], None);
        let expected = 400.0 * (75.5f64 / 25.5).log10();
        assert!((ratings[0].elo - ratings[1].elo - expected).abs() < 1e-6);
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
        // The error of a difference of two: 1/sqrt(n p q), in Elo points.
        let p = 75.5 / 101.0f64;
        let error = Z95 * ELO / (101.0 * p * (1.0 - p)).sqrt();
        let anchored = rate(2, &[meeting(0, 1, [75.0, 25.0])], Some((1, 1000.0)));
        assert!((anchored[0].error - error).abs() < 1e-6, "{} {error}", anchored[0].error);
        assert_eq!((anchored[1].elo, anchored[1].error), (1000.0, 0.0));
    }

    #[test]
    fn a_ladder_adds_up() {
        let games = [meeting(0, 1, [60.0, 40.0]), meeting(1, 2, [60.0, 40.0]), meeting(0, 2, [69.0, 31.0])];
        let ratings = rate(3, &games, Some((2, 0.0)));
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > 0.0);
        assert!((ratings[0].elo - 140.0).abs() < 10.0);
    }

    #[test]
    fn who_wins_all_is_far_but_not_infinitely() {
        let ratings = rate(2, &[meeting(0, 1, [200.0, 0.0])], Some((1, 0.0)));
        assert!((800.0..1100.0).contains(&ratings[0].elo), "{}", ratings[0].elo);
        assert!(ratings[0].error.is_finite());
    }

    #[test]
    fn who_never_met_is_not_compared() {
        let ratings = rate(5, &[meeting(0, 1, [5.0, 5.0]), meeting(3, 2, [1.0, 9.0])], None);
        assert_eq!(ratings.iter().map(|rating| rating.group).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
        assert_eq!((ratings[4].elo, ratings[4].error), (0.0, 0.0));
        assert!(rate(0, &[], None).is_empty());
    }

    #[test]
    fn ratings_are_where_the_expected_score_is_the_real_one() {
        let games = [
            meeting(0, 1, [12.0, 3.0]),
            meeting(0, 2, [9.0, 9.0]),
            meeting(1, 2, [1.0, 30.0]),
            meeting(3, 0, [2.0, 2.5]),
            meeting(3, 2, [4.0, 1.0]),
        ];
        let ratings = rate(4, &games, None);
        let with = with_prior(4, &games);
        for player in 0..4 {
            let (mut score, mut expected) = (0.0, 0.0);
            for game in &with {
                if let Some(side) = game.players.iter().position(|&p| p == player) {
                    let other = game.players[1 - side];
                    let n = game.wins[0] + game.wins[1];
                    score += game.wins[side];
                    expected += n * crate::sprt::expected_score(ratings[player].elo - ratings[other].elo);
                }
            }
            assert!((score - expected).abs() < 1e-6, "player {player}: {score} {expected}");
        }
    }
}
