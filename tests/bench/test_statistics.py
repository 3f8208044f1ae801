"""The statistics against values that others have published, and against the laws that they obey."""

from __future__ import annotations

from itertools import pairwise, product
from math import isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimstar.bench.statistics import (
    bca,
    cohens_d,
    estimate,
    holm,
    kendall_tau,
    kendall_w,
    mcnemar_exact,
    paired_delta,
    pearson,
    rank_biserial,
    spearman,
    wilcoxon_signed_rank,
    wilson,
)
from claimstar.bench.statistics.bootstrap import acceleration

# Hamilton depression scale before and after a tranquilizer: M. Hollander and D. A. Wolfe, Nonparametric Statistical
# Methods, 1973, 29; R's help of wilcox.test gives V = 40 and a one-sided p of 0.01953.
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
# Lightness of tuna and a panel's rating: Hollander and Wolfe, 185; R's help of cor.test: T = 26, tau 0.4444, p 0.1194.
LIGHTNESS = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]
PANEL = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]
# Wing, tail and bill of twelve birds: J. H. Zar, Biostatistical Analysis, 5th ed., 2010, examples 19.1 and 20.5.
WING = [10.4, 10.8, 11.1, 10.2, 10.3, 10.2, 10.7, 10.5, 10.8, 11.2, 10.6, 11.4]
TAIL = [7.4, 7.6, 7.9, 7.2, 7.4, 7.1, 7.4, 7.2, 7.8, 7.7, 7.8, 8.3]
# Spatial test data A: B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap, 1993, table 14.1.
SPATIAL_A = [48, 36, 20, 29, 42, 42, 20, 42, 22, 41, 45, 14, 6, 0, 33, 28, 34, 4, 32, 24, 47, 41, 24, 26, 30, 41]

UNIT = st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 2 / 3, 0.75, 1.0])
SIDE = st.dictionaries(st.sampled_from([f"S{place}" for place in range(12)]), UNIT)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_intervals_of_newcombe(successes: int, n: int, low: float, high: float) -> None:
    """R. G. Newcombe, Stat. Med. 17, 1998, 857-872, table I, method 3."""
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_the_acceleration_is_that_of_efron_and_tibshirani() -> None:
    """Their section 14.3: 0.061 for the variance of the spatial test data A."""
    import numpy as np

    values = np.array(SPATIAL_A, dtype=float)
    left_out = np.array([np.delete(values, place).var() for place in range(len(values))])
    assert acceleration(left_out, np.ones(len(values))) == pytest.approx(0.061, abs=5e-4)


@pytest.mark.parametrize("values", [SPATIAL_A, LIGHTNESS, [0.0, 0.25, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0] * 8])
def test_the_bca_interval_agrees_with_scipy(values: list[float]) -> None:
    import numpy as np
    from scipy.stats import bootstrap

    theirs = bootstrap((np.array(values),), np.mean, n_resamples=20_000, rng=np.random.default_rng(1))
    spread = float(np.std(values)) / sqrt(len(values))
    assert bca(values, resamples=20_000) == pytest.approx(tuple(theirs.confidence_interval), abs=0.1 * spread)


@pytest.mark.parametrize(("ones", "n"), [(12, 26), (9, 26), (7, 10), (7, 30), (7, 80)])
def test_two_values_have_the_interval_of_very_many_draws(ones: int, n: int) -> None:
    """With few draws a bound of such data lies a whole step off, and which way is the seed's choice."""
    import numpy as np
    from scipy.stats import bootstrap

    values = [1.0] * ones + [0.0] * (n - ones)
    theirs = bootstrap((np.array(values),), np.mean, n_resamples=200_000, rng=np.random.default_rng(1))
    assert bca(values) == pytest.approx(tuple(theirs.confidence_interval), abs=1e-9)
    assert bca([3 + 2 * value for value in values]) == pytest.approx([3 + 2 * bound for bound in bca(values)])


def test_units_drawn_one_by_one_give_the_interval_of_counts_drawn_at_once() -> None:
    import numpy as np

    continuous = np.random.default_rng(5).exponential(size=1000)
    coarse = np.round(continuous, 1)  # few distinct values: drawn as counts
    assert bca(continuous) == pytest.approx(bca(coarse), abs=0.01)


def test_wilcoxon_gives_the_p_of_r() -> None:
    differences = [after - before for before, after in zip(BEFORE, AFTER, strict=True)]
    assert wilcoxon_signed_rank(differences) == pytest.approx(2 * 0.01953125)
    assert rank_biserial(differences) == pytest.approx((5 - 40) / 45)  # V = 40 of a rank sum of 45, Kerby's formula


@given(st.lists(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=8))
def test_the_exact_wilcoxon_counts_all_signs_even_with_ties(differences: list[float]) -> None:
    from scipy.stats import rankdata

    moved = [difference for difference in differences if difference]
    if not moved:
        assert wilcoxon_signed_rank(differences) == 1.0
        return
    ranks = rankdata([abs(difference) for difference in moved])
    centre = ranks.sum() / 2
    seen = abs(sum(rank for rank, difference in zip(ranks, moved, strict=True) if difference > 0) - centre)
    sums = [sum(r for r, up in zip(ranks, signs, strict=True) if up) for signs in product((0, 1), repeat=len(moved))]
    expected = sum(abs(one - centre) >= seen - 1e-9 for one in sums) / len(sums)
    assert wilcoxon_signed_rank(differences) == pytest.approx(expected)


def test_the_normal_approximation_beyond_fifty_differences_is_near_the_exact_p() -> None:
    from scipy.stats import wilcoxon

    steps = [(-1.0) ** (place % 3 == 0) * (place + 1) for place in range(51)]
    assert wilcoxon_signed_rank(steps) == pytest.approx(float(wilcoxon(steps, method="exact").pvalue), rel=0.05)


def test_mcnemar_gives_the_exact_p_of_fagerland() -> None:
    """M. W. Fagerland et al., BMC Med. Res. Methodol. 13, 2013, 91: airways of 21 children, 1 and 7 discordant."""
    assert mcnemar_exact(1, 7) == pytest.approx(0.0703, abs=5e-5)
    assert mcnemar_exact(0, 0) == 1.0


def test_holm_gives_the_values_of_pingouin() -> None:
    """The example in the documentation of pingouin.multicomp."""
    assert holm([0.50, 0.003, 0.32, 0.054, 0.0003]) == pytest.approx((0.64, 0.012, 0.64, 0.162, 0.0015))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_agrees_with_statsmodels(ps: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    assert holm(ps) == pytest.approx(tuple(multipletests(ps, method="holm")[1]))


@given(st.lists(st.none() | st.floats(0, 1), max_size=20))
def test_holm_never_lowers_a_p_and_keeps_the_order(ps: list[float | None]) -> None:
    adjusted = holm(ps)
    assert [p is None for p in ps] == [p is None for p in adjusted]
    pairs = sorted((p, q) for p, q in zip(ps, adjusted, strict=True) if p is not None and q is not None)
    assert all(p <= q + 1e-12 <= 1 + 2e-12 for p, q in pairs)
    assert all(first[1] <= second[1] + 1e-12 for first, second in pairwise(pairs))


def test_a_test_that_is_not_defined_is_not_in_the_family() -> None:
    assert holm([0.02, None, 0.03]) == pytest.approx((0.04, None, 0.04))
    assert holm([None]) == (None,)


def test_kendall_tau_and_spearman_give_the_values_of_r() -> None:
    found = kendall_tau(LIGHTNESS, PANEL)
    assert (found.value, found.p) == pytest.approx((0.4444444, 0.1194), abs=5e-5)
    assert spearman(LIGHTNESS, PANEL).value == pytest.approx(0.6)


def test_pearson_gives_the_r_of_zar() -> None:
    """Zar, example 19.1: r = 0.870."""
    assert pearson(WING, TAIL).value == pytest.approx(0.870, abs=5e-4)


def test_kendall_w_gives_friedmans_statistic_of_scipy() -> None:
    """W = chi2 / (m (n - 1)) is Kendall's own relation to Friedman's statistic, which scipy corrects for ties."""
    from scipy.stats import friedmanchisquare

    raters = [WING, TAIL, LIGHTNESS + BEFORE[:3]]
    found = kendall_w(raters)
    theirs = friedmanchisquare(*zip(*raters, strict=True))
    assert found.chi2 == pytest.approx(theirs.statistic)
    assert found.w == pytest.approx(theirs.statistic / (3 * 11))
    assert found.p == pytest.approx(theirs.pvalue)


def test_kendall_w_is_one_for_one_order_and_nothing_where_all_is_tied() -> None:
    assert kendall_w([[1, 2, 3], [10, 20, 30], [0, 5, 9]]).w == pytest.approx(1.0)
    assert kendall_w([[1, 2], [2, 1]]).w == pytest.approx(0.0)
    assert kendall_w([[1, 1], [2, 2]]).w is None
    assert kendall_w([[1, 2]]).w is None
    with pytest.raises(ValueError, match="every item"):
        kendall_w([[1, 2], [1]])


def test_correlations_of_a_constant_or_of_two_are_undefined() -> None:
    for correlate in (pearson, spearman, kendall_tau):
        assert correlate([1, 2, 3], [1, 1, 1]).value is None
        assert correlate([1, 2], [1, 2]).value is None
        with pytest.raises(ValueError, match="paired"):
            correlate([1, 2, 3], [1, 2])


def test_cohens_d_is_that_of_lakens() -> None:
    """D. Lakens, Front. Psychol. 4, 2013, 863, table 1: ten raters of two movies, d_z = 1.50."""
    first, second = [9, 7, 8, 9, 8, 9, 9, 10, 9, 9], [9, 6, 7, 8, 7, 9, 8, 8, 8, 7]
    assert cohens_d([a - b for a, b in zip(first, second, strict=True)]) == pytest.approx(1.50)
    assert cohens_d([0.1, 0.1]) is None
    assert cohens_d([1.0]) is None


def test_an_estimate_is_sound_at_its_ends() -> None:
    assert estimate([], "proportion").method == "empty"
    assert estimate([0.5], "mean").method == "single"
    assert estimate([0.1] * 3, "mean").mean == 0.1
    assert estimate([0.1] * 3, "mean").method == "constant"
    none, all_ = estimate([0.0] * 20, "proportion"), estimate([1.0] * 20, "proportion")
    assert (none.low, none.high) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert (all_.low, all_.high) == pytest.approx((0.8389, 1.0), abs=5e-5)


def test_repeats_of_a_scenario_do_not_narrow_the_interval() -> None:
    once = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0] * 4
    names = [f"S{place}" for place in range(len(once))]
    repeated = estimate(once * 9, "proportion", names * 9)
    naive = estimate(once * 9, "proportion")
    assert repeated.method == "clustered"
    assert (repeated.n, repeated.clusters) == (360, 40)
    assert repeated.mean == naive.mean
    assert naive.low is not None
    assert naive.high is not None
    assert repeated.low is not None
    assert repeated.high is not None
    assert (repeated.high - repeated.low) / (naive.high - naive.low) == pytest.approx(3, rel=0.15)  # sqrt(9)


def test_clusters_of_one_change_nothing() -> None:
    values = [0.0, 1.0, 1.0]
    assert estimate(values, "proportion", ["a", "b", "c"]) == estimate(values, "proportion")


def test_clusters_at_the_ends_are_sound() -> None:
    right = estimate([1.0] * 8, "proportion", ["a", "b", "c", "d"] * 2)
    assert right.method == "wilson clusters"
    assert (right.low, right.high) == wilson(4, 4)
    assert estimate([0.0, 1.0] * 2, "proportion", ["a", "a", "b", "b"]).method == "constant"
    assert estimate([0.0, 1.0], "proportion", ["a", "a"]).method == "single"


@settings(max_examples=50, deadline=None)
@given(SIDE, SIDE, st.sampled_from(["higher", "lower"]))
def test_swapping_the_sides_turns_the_signs_alone(a: dict[str, float], b: dict[str, float], direction: str) -> None:
    there = paired_delta(a, b, kind="mean", direction=direction)  # type: ignore[arg-type]
    back = paired_delta(b, a, kind="mean", direction=direction)  # type: ignore[arg-type]
    assert (there.n, there.only_a, there.only_b) == (back.n, back.only_b, back.only_a)
    assert there.n == len(set(a) & set(b))
    if there.n == 0:
        assert there.p is None
        return
    assert there.delta is not None
    assert back.delta is not None
    assert there.p is not None
    assert back.p is not None
    assert isclose(there.delta, -back.delta, abs_tol=1e-12)
    assert isclose(there.p, back.p, rel_tol=1e-9)
    assert {"a": "b", "b": "a", "neither": "neither"}[there.favours] == back.favours
    if there.rank_biserial is not None:
        assert back.rank_biserial == pytest.approx(-there.rank_biserial)


def test_a_metric_where_lower_is_better_favours_the_lower_side() -> None:
    found = paired_delta({"S1": 0.5, "S2": 0.4}, {"S1": 0.1, "S2": 0.4}, kind="mean", direction="lower")
    assert found.delta == pytest.approx(-0.2)
    assert found.favours == "b"


def test_binary_values_take_mcnemar_and_means_of_repeats_take_wilcoxon() -> None:
    zero, one = {f"S{i}": 0.0 for i in range(8)}, {f"S{i}": float(i != 0) for i in range(8)}
    binary = paired_delta(zero, one, kind="proportion", direction="higher")
    assert (binary.test, binary.p) == ("mcnemar", pytest.approx(2 / 2**7))
    averaged = paired_delta(zero, one | {"S1": 0.5}, kind="proportion", direction="higher")
    assert averaged.test == "wilcoxon"


def test_sides_that_are_alike_differ_by_nothing() -> None:
    same = {"S1": 0.3, "S2": 0.6}
    found = paired_delta(same, same, kind="mean", direction="higher")
    assert (found.delta, found.p, found.interval, found.favours) == (0.0, 1.0, "constant", "neither")
    assert found.cohens_d is None
    assert found.rank_biserial is None


def test_pairs_defined_on_one_side_are_counted_and_left_out() -> None:
    found = paired_delta({"S1": 1.0, "S2": 0.0}, {"S2": 1.0, "S3": 1.0, "S4": 0.0}, kind="mean", direction="higher")
    assert (found.n, found.only_a, found.only_b, found.mean_a, found.mean_b) == (1, 1, 2, 0.0, 1.0)
