//! Rounds in which every contender runs once, so that a slow moment of the machine hits all of them.

use cpu_time::ThreadTime;

/// Something to time. One run gives the number of units of work and a value that all contenders must agree on.
pub struct Contender<'a, T> {
    pub name: &'a str,
    pub run: Box<dyn FnMut() -> (f64, T) + 'a>,
}

impl<'a, T> Contender<'a, T> {
    pub fn new(name: &'a str, run: impl FnMut() -> (f64, T) + 'a) -> Self {
        Contender { name, run: Box::new(run) }
    }
}

/// Runs all contenders `rounds` times after one round to warm up. Prints the median of each one's rate and of its ratio
/// to the first contender in the same round. Gives back the values of the last round.
pub fn compare<T>(title: &str, unit: &str, rounds: usize, contenders: &mut [Contender<'_, T>]) -> Vec<T> {
    let mut rates = vec![Vec::new(); contenders.len()];
    let mut values = Vec::new();
    for round in 0..=rounds {
        values.clear();
        for (contender, rates) in contenders.iter_mut().zip(&mut rates) {
            let start = ThreadTime::now();
            let (units, value) = (contender.run)();
            let seconds = start.elapsed().as_secs_f64();
            if round > 0 {
                rates.push(units / seconds);
            }
            values.push(value);
        }
    }
    println!("\n{title}: {unit}, median of {rounds} rounds (lowest – highest)");
    let first = rates[0].clone();
    for (contender, rates) in contenders.iter().zip(&mut rates) {
        let mut ratios: Vec<f64> = rates.iter().zip(&first).map(|(rate, first)| rate / first).collect();
        let middle = median(rates);
        let decimals = if middle < 1000.0 { 1 } else { 0 };
        println!(
            "{:<44} {middle:>12.decimals$} ({:.decimals$} – {:.decimals$})   × {:.2}",
            contender.name,
            rates[0],
            rates[rates.len() - 1],
            median(&mut ratios),
        );
    }
    values
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
