# SPDX-License-Identifier: MIT
"""What every estimator of scikit-learn can do, without the time that loading scikit-learn takes.

`Estimator` reads, sets and shows options by name. Whoever has scikit-learn loaded has its conventions whole: as soon as
``sklearn.base`` is loaded, before or after this module, its `TransformerMixin` and `BaseEstimator` become bases of
`Estimator`. So ``isinstance`` holds, and pipelines, searches over options, requests for metadata, ``set_output`` and
the view in notebooks are those of the version of scikit-learn that is installed. A fit needs none of them, and loading
them takes longer than most fits.
"""

import copy
import importlib
import inspect
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Self, TypeVar

from ordag.errors import UnknownNameError

_HOME = "sklearn.base"
# What users call on an estimator, and what notebooks look for; scikit-learn itself asks only when it is loaded.
_FROM_SCIKIT_LEARN = frozenset({"fit_transform", "get_metadata_routing", "_repr_html_"})
_REQUESTS = "set_"  # set_output, set_fit_request, set_score_request ...


class _Place:
    """The base of `Estimator` until scikit-learn is loaded."""


class Estimator(_Place):
    """Options by name: the arguments of ``__init__``, kept in attributes of the same names.

    Examples
    --------
    >>> class Mean(Estimator):
    ...     def __init__(self, trimmed=0.0):
    ...         self.trimmed = trimmed
    >>> Mean().set_params(trimmed=0.1)
    Mean(trimmed=0.1)
    >>> import sklearn.base
    >>> isinstance(Mean(), sklearn.base.BaseEstimator)
    True
    """

    def __getattr__(self, name: str) -> Any:
        if not _joined() and (name in _FROM_SCIKIT_LEARN or name.startswith(_REQUESTS)):
            load_conventions()
            return getattr(self, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        """The default of every option."""
        arguments = list(inspect.signature(cls.__init__).parameters.values())[1:]
        return {argument.name: argument.default for argument in sorted(arguments, key=lambda argument: argument.name)}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The options by name.

        Parameters
        ----------
        deep
            Has no effect, since no option is an estimator itself; scikit-learn passes it.
        """
        return {name: getattr(self, name) for name in self._defaults()}

    def set_params(self, **params: Any) -> Self:
        """Set options by name.

        Parameters
        ----------
        **params
            Options.
        """
        valid = self._defaults()
        for name, value in params.items():
            if name not in valid:
                raise UnknownNameError(f"option of {type(self).__name__}", name, valid)
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = self._defaults()
        changed = ((name, value) for name, value in self.get_params().items() if not _same(value, defaults[name]))
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in changed)})"


Cloned = TypeVar("Cloned", bound=Estimator)


def clone(estimator: Cloned) -> Cloned:
    """An estimator of the same class with copies of the options, not fitted."""
    return type(estimator)(**{name: copy.deepcopy(value) for name, value in estimator.get_params().items()})


def load_conventions() -> None:
    """Load scikit-learn, so that estimators have all that its own have."""
    importlib.import_module(_HOME)


def _same(value: object, default: object) -> bool:
    return value is default or (type(value) is type(default) and repr(value) == repr(default))


def _joined() -> bool:
    return Estimator.__bases__ != (_Place,)


def _join(home: ModuleType) -> None:
    """Put the classes of scikit-learn under `Estimator`, and let them prepare its subclasses as they do their own."""
    if not _joined():
        Estimator.__bases__ = (home.TransformerMixin, home.BaseEstimator)
        for subclass in _descendants(Estimator):
            super(Estimator, subclass).__init_subclass__()


def _descendants(ancestor: type[Estimator]) -> Iterator[type[Estimator]]:
    for child in ancestor.__subclasses__():
        yield child
        yield from _descendants(child)


class _Watch(MetaPathFinder):
    """Finds ``sklearn.base`` as the other finders do, and has `_join` called once it is loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != _HOME:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        spec = next(filter(None, (finder.find_spec(fullname, path, target) for finder in others)), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _JoiningLoader(spec.loader)
        return spec


class _JoiningLoader(Loader):
    """Loads a module by its own loader, which the module also knows as its own, and joins."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        _join(module)


if _HOME in sys.modules:
    _join(importlib.import_module(_HOME))  # waits if another thread is about to load it
else:
    sys.meta_path.insert(0, _Watch())
