"""Lists of stop words by language: those of jusText, if it is installed."""

from __future__ import annotations

from functools import cache

from boilerscope.extractors.errors import UnknownNameError
from boilerscope.extractors.text.page_language import AUTO

NO_LANGUAGE = "none"
"""Value of a language setting: without stop words."""

LIST_OF_LANGUAGE = {
    "af": "Afrikaans",
    "ar": "Arabic",
    "az": "Azerbaijani",
    "be": "Belarusian",
    "bg": "Bulgarian",
    "bn": "Bengali",
    "br": "Breton",
    "ca": "Catalan",
    "cs": "Czech",
    "cv": "Chuvash",
    "cy": "Welsh",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "eo": "Esperanto",
    "es": "Spanish",
    "et": "Estonian",
    "eu": "Basque",
    "fa": "Persian",
    "fi": "Finnish",
    "fr": "French",
    "fy": "West_Frisian",
    "ga": "Irish",
    "gl": "Galician",
    "gu": "Gujarati",
    "he": "Hebrew",
    "hi": "Hindi",
    "hr": "Croatian",
    "hu": "Hungarian",
    "hy": "Armenian",
    "id": "Indonesian",
    "io": "Ido",
    "is": "Icelandic",
    "it": "Italian",
    "jv": "Javanese",
    "ka": "Georgian",
    "kk": "Kazakh",
    "kn": "Kannada",
    "ko": "Korean",
    "ku": "Kurdish",
    "ky": "Kyrgyz",
    "la": "Latin",
    "lb": "Luxembourgish",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "mk": "Macedonian",
    "ml": "Malayalam",
    "mr": "Marathi",
    "mt": "Maltese",
    "ne": "Nepali",
    "nl": "Dutch",
    "no": "Norwegian_Bokmal",
    "pa": "Western_Panjabi",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sk": "Slovak",
    "sl": "Slovenian",
    "sq": "Albanian",
    "sr": "Serbian",
    "sv": "Swedish",
    "sw": "Swahili",
    "ta": "Tamil",
    "te": "Telugu",
    "tk": "Turkmen",
    "tl": "Tagalog",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "ur": "Urdu",
    "uz": "Uzbek",
    "vi": "Vietnamese",
    "vo": "Volapuk",
}
"""Name of jusText's stop word list by the ISO 639-1 code of its language."""


def languages() -> tuple[str, ...]:
    """Return `AUTO`, `NO_LANGUAGE` and the languages with a list, if the library is installed."""
    return (AUTO, NO_LANGUAGE, *_with_lists())


def chosen_list(language: str, code: str) -> str:
    """Return the name of the list of a language setting, `NO_LANGUAGE` if there is none.

    Parameters
    ----------
    code : str
        ISO 639-1 code of the page's language, for `AUTO`.

    Raises
    ------
    UnknownNameError
        If the setting is not among `languages`.
    """
    if language not in languages():
        raise UnknownNameError("language", language, languages())
    return LIST_OF_LANGUAGE.get(code, NO_LANGUAGE) if language == AUTO else language


def has_lists() -> bool:
    """Return whether the library with the lists is installed."""
    return bool(_with_lists())


@cache
def stop_words(name: str) -> frozenset[str]:
    """Return the words of a list in lower case; empty for `NO_LANGUAGE`."""
    if name == NO_LANGUAGE:
        return frozenset()
    from justext import get_stoplist

    return frozenset(word.lower() for word in get_stoplist(name))


@cache
def _with_lists() -> tuple[str, ...]:
    try:
        from justext import get_stoplists
    except ModuleNotFoundError:
        return ()
    return tuple(sorted(get_stoplists()))
