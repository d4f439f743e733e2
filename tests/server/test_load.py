"""The benchmarks of the server, in small: that they work, not how fast anything is."""

import json
import subprocess
import sys

import pytest

from tests.support.remote import ROOT

SIZES = (10, 40)


@pytest.mark.slow
def test_the_benchmark_of_the_relay_prints_one_line_with_every_figure() -> None:
    """Server and bare relay give the recorded answers, and all figures come of it in one line of JSON."""
    command = [sys.executable, "-m", "tests.benchmarks.relay", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)
    assert all(figures[f"throughput_ratio_{size}"] > 0 for size in SIZES)
    assert all(figures[f"server_us_{size}"] > figures[f"bare_us_{size}"] > 0 for size in SIZES)
    assert figures["p99_ms_at_500"] > 0
    assert figures["p99_ratio_at_500"] > 0
    assert figures["memory_per_idle_ratio"] > 0
    assert figures["table_cost_ratio_10"] > 0


@pytest.mark.slow
def test_a_game_asleep_takes_a_fraction_of_the_memory_of_one_awake() -> None:
    """Twenty kilobytes at most, with all that is listed of it, and less than a quarter."""
    command = [sys.executable, "-m", "tests.benchmarks.sleepers", "--tables", "200"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    figures = json.loads(line)
    assert figures["kb_per_sleeping"] < 20
    assert figures["kb_per_sleeping"] * 4 < figures["kb_per_awake"]
    assert figures["waking_ms"] > figures["others_wait_ms_median"] > 0
