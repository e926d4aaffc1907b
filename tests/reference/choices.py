"""Rows with nominal columns for tests: choices by a multinomial logit, and ordinal answers that depend on them."""

import numpy as np
import pandas as pd


def choices(n_rows: int, seed: int, n_categories: int = 4) -> pd.DataFrame:
    """A chain mood → region → work, region nominal and work ordinal, and an ordinal column apart."""
    rng = np.random.default_rng(seed)
    mood = rng.normal(size=n_rows)
    pull = 1.5 * rng.normal(size=n_categories)
    region = np.argmax(np.outer(mood, pull) + rng.gumbel(size=(n_rows, n_categories)), axis=1)
    work = 1.2 * rng.normal(size=n_categories)[region] + rng.normal(size=n_rows)
    columns = {"mood": mood, "work": work, "apart": rng.normal(size=n_rows)}
    frame = pd.DataFrame({name: np.digitize(values, [-0.7, 0.2, 0.9]) for name, values in columns.items()})
    return frame.assign(region=[f"r{k}" for k in region])


KINDS = {"region": "nominal", "mood": "ordinal", "work": "ordinal", "apart": "ordinal"}
