"""All statistics of the benchmark in one place: means with intervals, paired comparisons, families, agreement.

Definitions, formulas, sources and policies are told in docs/statistics.md. Every function is pure and deterministic;
scipy and statsmodels are imported where they are used, so that commands that need none start at once.
"""

from claimstar.bench.statistics.agreement import Concordance, kendall_w
from claimstar.bench.statistics.bootstrap import bca
from claimstar.bench.statistics.correlation import Correlation, kendall_tau, pearson, spearman
from claimstar.bench.statistics.effect import cohens_d, rank_biserial
from claimstar.bench.statistics.interval import Estimate, estimate, wilson
from claimstar.bench.statistics.multiplicity import holm
from claimstar.bench.statistics.paired import PairedDelta, paired_delta
from claimstar.bench.statistics.paired_tests import mcnemar_exact, wilcoxon_signed_rank

__all__ = [
    "Concordance",
    "Correlation",
    "Estimate",
    "PairedDelta",
    "bca",
    "cohens_d",
    "estimate",
    "holm",
    "kendall_tau",
    "kendall_w",
    "mcnemar_exact",
    "paired_delta",
    "pearson",
    "rank_biserial",
    "spearman",
    "wilcoxon_signed_rank",
    "wilson",
]
