# SPDX-License-Identifier: MIT
"""A network as a drawing, and as a notebook shows it: the drawing with a line of text.

In a notebook the drawing is an image of its own, so that names of users cannot become part of the notebook's page.
"""

import base64
import html
import io
from typing import TYPE_CHECKING, Any

from ordag.model.display import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ordag.model.network import FittedNetwork

# Beyond this a drawing at the width of a notebook cannot be read, and takes long.
MAX_DRAWN = 100


def as_html(network: "FittedNetwork") -> str:
    """A figure with the drawing, or its caption alone if there are too many variables to draw.

    Examples
    --------
    >>> from ordag import FittedNetwork
    >>> as_html(FittedNetwork.from_parameters([[0, 1], [0, 0]], [[0], [0]]))[:40]
    '<figure><img alt="2 variables, 1 edge: x'
    """
    caption = f"{counted(network.n_columns, 'variable')}, {counted(network.n_edges, 'edge')}"
    if network.n_columns > MAX_DRAWN:
        return f"<p>{caption}; too many to draw here, see ordag.report.write_report.</p>"
    arrows = {True: "→", False: "—"}
    edges = [f"{network.names[i]} {arrows[not network.cpdag[j, i]]} {network.names[j]}" for i, j in _edges(network)]
    alternative = html.escape(f"{caption}: {'; '.join(edges)}" if edges else caption)
    drawing = base64.b64encode(_drawing(network)).decode()
    image = (
        f'<img alt="{alternative}" style="max-width:100%;background:#fff" src="data:image/svg+xml;base64,{drawing}">'
    )
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"


def draw(network: "FittedNetwork", **options: Any) -> "Axes":
    """The drawing of `ordag.plots.plot_network`; matplotlib is loaded now, and not with the models."""
    from ordag.plots import plot_network

    return plot_network(network, **options)


def _edges(network: "FittedNetwork") -> list[tuple[int, int]]:
    return [(i, j) for i, row in enumerate(network.dag.tolist()) for j, there in enumerate(row) if there]


def _drawing(network: "FittedNetwork") -> bytes:
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    from ordag.plots.fonts import fonts_for
    from ordag.plots.style import SVG_SALT

    with mpl.rc_context({"svg.hashsalt": SVG_SALT}), fonts_for(network.names):
        plt.sca(draw(network))
        with io.BytesIO() as file:
            plt.savefig(file, format="svg", metadata={"Date": None})
            plt.close()
            return file.getvalue()
