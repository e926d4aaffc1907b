# SPDX-License-Identifier: MIT
"""The local page behind ``ordag app``: from a file to a network, a report and a script, with the mouse.

A small server on the loopback address holds projects; each is a folder with the data, the decisions (`document`), and
the analyses made by them. What the page asks for is an edit of the decisions (`edits`), a job in a process of its own
(`jobs`, `worker`, `tasks`), or a question to a network (`questions`). Nothing here computes statistics: every answer is
a call of the library, and `script` writes down the calls that repeat an analysis.

`guard` keeps everybody else out, `routes` lists what can be asked, `pages/` is what the browser gets.
"""
