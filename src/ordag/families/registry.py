# SPDX-License-Identifier: MIT
"""The families by name. A new family is a module with ``fit`` (see `contract`) and one line here."""

from ordag.families import codes, dummies, latent, tables
from ordag.families.contract import Family

# in the order in which they are listed
FAMILIES: dict[str, Family] = {
    "latent": latent.fit,
    "codes": codes.fit,
    "dummies": dummies.fit,
    "tables": tables.fit,
}
# Those for which a thorough search takes longer.
SEARCHED_TWICE = ("codes", "dummies", "tables")
# What `OSEM` learns.
DEFAULT = "latent"
