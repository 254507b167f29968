"""Which encoding is guessed for text that declares none."""

from __future__ import annotations

import pytest

from pinax_builder.charsets import Decoded, decode

TEXTS = {
    "ru": "Эта страница рассказывает, как установить систему и настроить сеть. Сначала проверьте диск.",
    "uk": "Ця сторінка розповідає, як встановити систему й налаштувати мережу. Спочатку перевірте диск.",
    "el": "Αυτή η σελίδα περιγράφει πώς να εγκαταστήσετε το σύστημα και να ρυθμίσετε το δίκτυο.",
    "he": "הדף הזה מתאר כיצד להתקין את המערכת ולהגדיר את הרשת. תחילה בדקו את הדיסק",
    "ar": "تصف هذه الصفحة كيفية تثبيت النظام وإعداد الشبكة. تحقق أولا من القرص",
    "th": "หน้านี้อธิบายวิธีติดตั้งระบบและตั้งค่าเครือข่าย โปรดตรวจสอบดิสก์ก่อน",
    "ja": "このページでは、システムのインストールとネットワークの設定を説明します。まずディスクを確認してください。",
    "ko": "이 페이지는 시스템을 설치하고 네트워크를 설정하는 방법을 설명합니다. 먼저 디스크를 확인하십시오.",
    "zh": "本页说明如何安装系统并设置网络。请先检查磁盘，然后按照下面的步骤进行操作。",
    "zh-tw": "本頁說明如何安裝系統並設定網路。請先檢查磁碟，然後依照下面的步驟進行操作。",
    "cs": "Tato stránka popisuje, jak nainstalovat systém a nastavit síť. Nejdříve zkontrolujte disk, "
    "ať nepřijdete o žádné soubory.",
    "pl": "Ta strona opisuje, jak zainstalować system i skonfigurować sieć. Najpierw sprawdź dysk.",
    "tr": "Bu sayfa sistemin nasıl kurulacağını ve ağın nasıl ayarlanacağını anlatır. Önce diski denetleyin, "
    "işiniz kolaylaşsın, gözünüz açık olsun.",
    "fr": "Cette page décrit comment installer le système et paramétrer le réseau. Vérifiez d’abord le disque.",
    "de": "Diese Seite beschreibt, wie man das System installiert. Prüfen Sie zunächst die Festplatte und ihre Größe.",
}
ENCODINGS = [
    *(("ru", codec) for codec in ("cp1251", "koi8_r", "iso8859_5", "cp866", "mac_cyrillic")),
    *(("uk", codec) for codec in ("cp1251", "koi8_u")),
    *(("el", codec) for codec in ("cp1253", "iso8859_7")),
    *(("he", codec) for codec in ("cp1255", "iso8859_8")),
    *(("ar", codec) for codec in ("cp1256", "iso8859_6")),
    ("th", "cp874"),
    *(("ja", codec) for codec in ("cp932", "euc_jp", "iso2022_jp")),
    ("ko", "cp949"),
    ("zh", "gb18030"),
    ("zh-tw", "big5"),
    *(("cs", codec) for codec in ("cp1250", "iso8859_2")),
    *(("pl", codec) for codec in ("cp1250", "iso8859_2")),
    ("tr", "cp1254"),
    ("fr", "cp1252"),
    ("de", "cp1252"),
]


@pytest.mark.parametrize(("language", "codec"), ENCODINGS)
@pytest.mark.parametrize(
    "form", ["<html><head><title>x</title></head><body><p>{}</p><pre>ls -l</pre></body></html>", "# {}\n"]
)
def test_the_text_is_read_as_it_was_written(form: str, language: str, codec: str) -> None:
    """A page or a Markdown file of two sentences is read as it was written, and that is said to be a guess."""
    text = form.format(TEXTS[language])
    decoded = decode(text.encode(codec))
    assert decoded is not None
    assert (decoded.text, decoded.is_guessed) == (text, True)


def test_the_language_that_a_page_names_is_a_hint() -> None:
    """A word that could be in either of two encodings is read in that of the page's language."""
    content = "<html lang='{}'><p>d\xe8</p>"
    assert decode(content.format("fr").encode("latin-1")).text.endswith("dè</p>")  # type: ignore[union-attr]
    assert decode(content.format("cs").encode("latin-1")).text.endswith("dč</p>")  # type: ignore[union-attr]


def test_what_fits_no_language_is_not_guessed() -> None:
    """Bytes of no language have no encoding; such a page is read as windows-1252, in which nothing is lost."""
    content = b"a\xb6b\xa6c\xacd\xaf " * 9
    assert decode(content) == Decoded(content.decode("cp1252"), "cp1252", is_guessed=True)


def test_no_more_than_a_prefix_is_looked_at() -> None:
    """What stands behind the first quarter of a megabyte does not count."""
    russian = TEXTS["ru"].encode("koi8_r")
    greek = TEXTS["el"].encode("iso8859_7") + b"\n"
    decoded = decode(russian + b"\n" * 300_000 + greek * 100)
    assert decoded is not None
    assert (decoded.codec, decoded.is_guessed) == ("koi8_r", True)
