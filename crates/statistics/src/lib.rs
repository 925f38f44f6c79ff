//! The statistics that studies and matches use: ranks, intervals, quartiles, tests of counts and of many questions at once.

mod inference;
mod robust;

pub use inference::{binomial_p, bootstrap, chi_squared_p, holm, homogeneity_p, permutation_p, sign_flip_p, spearman};
pub use robust::{RankSum, Share, Summary, log10_two_sided};
