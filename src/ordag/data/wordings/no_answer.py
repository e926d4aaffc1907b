# SPDX-License-Identifier: MIT
"""Wordings by which people say that they give no answer, in the languages of many questionnaires."""

import re

# "Not sure" and "no opinion" are missing here: they are the middle of many scales.
_WORDINGS = (
    "don'?t know", "do not know", "dont know", "dk", "n/?a", "no answer", "no response", "not answered", "unanswered",
    "not applicable", "not stated", "prefer not", "rather not", "refused?", "refusal", "declined?", "unknown",
    "missing", "skipped", "can'?t say", "cannot say", "can'?t choose", "not asked",
    "wei(?:ß|ss) (?:ich )?nicht", "keine angabe", "keine antwort", "k\\. ?a\\.?", "unbekannt",
    "ne sai[st] pas", "nsp", "sans réponse", "pas de réponse", "refus", "inconnu",
    "no sabe", "no sé", "no contesta", "ns ?/ ?nc", "prefiero no", "sin respuesta", "não sei", "não sabe",
    "sem resposta", "non so", "non risponde", "weet (?:ik )?niet", "geen antwoord", "vet ej", "vet inte", "vet ikke",
)  # fmt: skip
_NO_ANSWER = re.compile(rf"(?<!\w)(?:{'|'.join(_WORDINGS)})(?!\w)", re.IGNORECASE)


def says_no_answer(label: str) -> bool:
    """Whether a label looks like no answer, whatever else stands beside it.

    Examples
    --------
    >>> says_no_answer("9 - Don't know"), says_no_answer("5 - strongly agree")
    (True, False)
    """
    return _NO_ANSWER.search(" ".join(label.replace("’", "'").split())) is not None
