"""Write `browser/vendor` again: `make browser-vendor`.

Snowball. No package registry has its release in JavaScript, but our pins have its release in Python. One compiler
writes both from the same algorithms, statement by statement. So each module of that release is translated: a class of
rules, tables of endings, labels in place of exceptions. `stemmer.mjs` beside them is their base class.

fzstd. The release that `_FZSTD` names, checked by its hash, with the changes of `_CHANGES`. They refuse at once what
does not fit, where fzstd would count through bytes that it cannot store.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from importlib.metadata import files, version
from pathlib import Path

import snowballstemmer

VENDOR = Path(__file__).parent
_FZSTD = "fzstd@0.1.1"
_FZSTD_SHA512 = "dkuVSOKKwh3eas5VkJy1AW1vFpet8TA/fGmVA5krThl8YcOVE/8ZIoEA1+U1vEn5ckxxhLirSdY837azmbaNHA=="
_LEFT_OUT = (
    ("var slc = ", "/**\n * Codes for errors"),
    ("var err = ", "var rb = "),
    ("var b4 = ", "// most significant bit"),
    ("// concat", ""),
)
"""What is left out of fzstd, from the first of each pair up to the other: it is for streams and for several frames."""
_CHANGES = (
    (
        "                for (var i = 0; i < ll; ++i) {",
        "                if (oubt + ll + ml > buf.length || spl + ll > buf.length)\n                    err(0);",
    ),
    (
        "                    var bs = st.e + stin;",
        "                    if (st.e + stin < 0)\n                        err(4);",
    ),
    ("        if (lbt == 0)", "        if (spl < 0)\n            err(0);"),
)
"""Lines of fzstd, and what is put before each."""
_METHODS = {"slc": "slice", "fill": "fill"}
"""Function that stands in for a method which all browsers have now → that method."""
_DECOMPRESS = """function err(ind) {
    throw new Error(ec[ind]);
}
/**
 * Decompresses the blocks of a frame into a buffer of just the size that the frame declares
 * @param dat The frame
 * @param at Where its first block begins
 * @param buf The buffer
 * @param most The most bytes that a block gives
 */
export function decompress(dat, at, buf, most) {
    var st = { b: at, y: 0, l: 0, w: buf, e: 0, o: new i32([1, 4, 8]), m: most };
    while (!st.l) {
        if (!rzb(dat, st, buf))
            err(5);
        st.e = st.y;
    }
    if (st.y != buf.length)
        err(0);
    return buf;
}
"""
"""What decompresses a frame, in the place of fzstd's function for any number of them."""


def main() -> None:
    """Write all of `browser/vendor`."""
    fzstd, licence = _fzstd()
    (VENDOR / "fzstd.mjs").write_text(fzstd, encoding="utf-8")
    (VENDOR / "fzstd.LICENSE").write_text(licence, encoding="utf-8")
    (terms,) = (path for path in files("snowballstemmer") or () if path.name == "COPYING")
    (VENDOR / "snowball" / "LICENSE").write_text(terms.read_text(), encoding="utf-8")
    for name, text in stemmers():
        (VENDOR / "snowball" / name).write_text(text, encoding="utf-8")


def stemmers() -> Iterator[tuple[str, str]]:
    """Yield a file name and a module for each algorithm of the installed release of Snowball."""
    for path in sorted(Path(snowballstemmer.__file__).parent.glob("*_stemmer.py")):
        algorithm = path.stem.removesuffix("_stemmer")
        text = _module(ast.parse(path.read_text("utf-8")), path.stem)
        yield f"{algorithm}.mjs", f'{text}export const FINGERPRINT = "{fingerprint(algorithm)}";\n'


def fingerprint(algorithm: str) -> str:
    """Return the fingerprint of an algorithm (docs/format.md, 10.3), with the words of that page."""
    page = (VENDOR.parents[1] / "docs" / "format.md").read_text("utf-8")
    words = page[page.index("### 10.3") :].split("```")[1].split()
    stems = snowballstemmer.stemmer(algorithm).stemWords(words)
    return hashlib.sha256("\n".join(stems).encode()).hexdigest()[:8]


def _fzstd() -> tuple[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", _FZSTD, "--pack-destination", folder], check=True, stdout=sys.stderr)
        (archive,) = Path(folder).glob("*.tgz")
        data = archive.read_bytes()
        if base64.b64encode(hashlib.sha512(data).digest()).decode() != _FZSTD_SHA512:
            raise SystemExit(f"{_FZSTD} is not the release that we know: its hash differs.")
        with tarfile.open(archive) as packed:
            text, licence = (
                packed.extractfile(f"package/{name}").read().decode() for name in ("esm/index.mjs", "LICENSE")
            )  # type: ignore[union-attr]
    for first, beyond in _LEFT_OUT:
        start = text.index(first)
        text = text[:start] + (text[text.index(beyond, start) :] if beyond else "")
    for line, added in _CHANGES:
        if text.count(f"{line}\n") != 1:
            raise SystemExit(f"{_FZSTD} has other code than we change: {line.strip()}")
        text = text.replace(f"{line}\n", f"{added}\n{line}\n")
    for stand_in, method in _METHODS.items():
        text = re.sub(rf"\b{stand_in}\((\w+|new u8\(sz\)), ", rf"\1.{method}(", text)
    text += _DECOMPRESS
    return f"// {_FZSTD}, what decompresses blocks, changed by renew.py. Licence: fzstd.LICENSE\n{text}", licence


def _module(tree: ast.Module, name: str) -> str:
    """Translate one algorithm."""
    (own,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name.endswith("Stemmer"))
    fields, rules, tables = list[str](), list[str](), list[str]()
    for node in own.body:
        match node:
            case ast.FunctionDef():
                rules.append(_rule(node, own.name))
            case ast.Assign(targets=[ast.Name(id=target)], value=value):
                if target.startswith("a_"):
                    tables.append(f"const {target} = {_table(value)};")
                elif target.startswith(("g_", "as_", "s_")):
                    tables.append(f"const {target} = {_letters(value)};")
                else:
                    fields.append(f"{target} = {_expression(value, own.name)};")
    release = version("snowballstemmer")
    head = f"// From {name}.py of Snowball {release}, by renew.py. Licence: LICENSE\n"
    imported = "import { Stemmer, among } from './stemmer.mjs';\n"
    return head + imported + "\n".join([*tables, "export default class extends Stemmer {", *fields, *rules, "}\n"])


def _letters(value: ast.expr) -> str:
    """Return a group of letters as a string, a tuple of strings as an array."""
    found = ast.literal_eval(value)
    return json.dumps("".join(sorted(found)) if isinstance(found, set) else found, ensure_ascii=False)


def _table(value: ast.expr) -> str:
    """Return a table of endings: each with its result, and the rules that some have to pass."""
    assert isinstance(value, ast.List)
    items, rules = list[str | int](), dict[str, str]()
    for call in value.elts:
        assert isinstance(call, ast.Call)
        ending, _, result, *rule = call.args
        items += [ast.literal_eval(ending), ast.literal_eval(result)]
        for name in rule:
            assert isinstance(name, ast.Name)
            rules[ast.literal_eval(ending)] = _attribute(name.id)
    given = [items, rules] if rules else [items]
    return f"among({', '.join(json.dumps(one, ensure_ascii=False, separators=(',', ':')) for one in given)})"


def _attribute(name: str) -> str:
    return name.removeprefix("__")


def _rule(node: ast.FunctionDef, own: str) -> str:
    names = {
        child.id for child in ast.walk(node) if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store)
    } - {"_"}
    declared = f"let {', '.join(sorted(names))};\n" if names else ""
    return f"{_attribute(node.name)}() {{\n{declared}{_block(node.body, own)}}}"


def _block(body: list[ast.stmt], own: str) -> str:
    return "".join(_statement(node, own) for node in body)


def _statement(node: ast.stmt, own: str) -> str:  # noqa: C901 - a case for each kind
    """Translate a statement."""
    match node:
        case ast.Pass():
            return ""
        case ast.Break():
            return "break;\n"
        case ast.Continue():
            return "continue;\n"
        case ast.Return(value=value):
            return f"return {_expression(value, own)};\n" if value else "return;\n"
        case ast.Expr(value=value):
            return f"{_expression(value, own)};\n"
        case ast.Assign(targets=[target], value=value):
            return f"{_expression(target, own)} = {_expression(value, own)};\n"
        case ast.AugAssign(target=target, op=op, value=value):
            return f"{_expression(target, own)} {_OPERATORS[type(op)]}= {_expression(value, own)};\n"
        case ast.Raise(exc=ast.Call(func=ast.Name(id=label))):
            return f"break {label};\n"
        case ast.Try(
            body=body, handlers=[ast.ExceptHandler(type=ast.Name(id=label), body=[ast.Pass()])], orelse=[], finalbody=[]
        ):
            return f"{label}: {{\n{_block(body, own)}}}\n"
        case ast.While(test=test, body=body, orelse=[]):
            return f"while ({_expression(test, own)}) {{\n{_block(body, own)}}}\n"
        case ast.For(target=ast.Name(id="_"), iter=ast.Tuple(elts=items), body=body, orelse=[]):
            return f"for (let _ = 0; _ < {len(items)}; _++) {{\n{_block(body, own)}}}\n"
        case ast.If(test=test, body=body, orelse=orelse):
            other = f" else {{\n{_block(orelse, own)}}}" if orelse else ""
            return f"if ({_expression(test, own)}) {{\n{_block(body, own)}}}{other}\n"
    raise SystemExit(f"Snowball has a statement that is not known: {ast.unparse(node)}")


_OPERATORS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Or: "||", ast.And: "&&", ast.Eq: "===", ast.NotEq: "!=="},
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
}


def _expression(node: ast.expr, own: str) -> str:  # noqa: C901, PLR0912 - a case for each kind
    """Translate an expression."""
    match node:
        case ast.Constant(value=value):
            return json.dumps(value, ensure_ascii=False)
        case ast.Name(id="self"):
            return "this"
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == own:
            return attr
        case ast.Attribute(value=value, attr=attr):
            return f"{_expression(value, own)}.{_attribute(attr)}"
        case ast.Call(func=ast.Name(id="len"), args=[value]):
            return f"{_expression(value, own)}.length"
        case ast.Call(func=func, args=args):
            return f"{_expression(func, own)}({', '.join(_expression(argument, own) for argument in args)})"
        case ast.Subscript(value=value, slice=ast.expr() as at):
            return f"{_expression(value, own)}[{_expression(at, own)}]"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"!({_expression(operand, own)})"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"-{_expression(operand, own)}"
        case ast.BinOp(left=left, op=op, right=right):
            return f"({_expression(left, own)} {_OPERATORS[type(op)]} {_expression(right, own)})"
        case ast.BoolOp(op=op, values=values):
            return f" {_OPERATORS[type(op)]} ".join(f"({_expression(value, own)})" for value in values)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return f"{_expression(left, own)} {_OPERATORS[type(op)]} {_expression(right, own)}"
    raise SystemExit(f"Snowball has an expression that is not known: {ast.unparse(node)}")


if __name__ == "__main__":
    main()
