"""Labelled files are parsed in the process of the test."""

from labelled_files import parsed_here

__all__ = ["parsed_here"]
