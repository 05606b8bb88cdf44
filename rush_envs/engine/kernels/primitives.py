"""Single steps that numba has no words for, or says less about than LLVM could use.

`length`, `set_length` and `write` read and write one list of features (see `sinks`), so that its length can stay in a
register. numba tells LLVM nothing about which stores may hit the same memory: a feature that is added might overwrite
the length of its own list, and each length would be read back from memory, several cycles, a hundred times for every
observation. Here the accesses carry the marks of type-based alias analysis: the length is one type, what is listed
another. They touch nothing but memory of the list; without the marks the code would mean the same.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

RUN = 8  # features that are written at once
_WORD, _SHORT, _BYTE = ir.IntType(64), ir.IntType(16), ir.IntType(8)


def lowest_bit(bits):
    """The number of the lowest bit that is set; for a set that is not empty."""
    return (int(bits) & -int(bits)).bit_length() - 1


def length(out):
    """How many features the list has."""
    return out.count


def set_length(out, count):
    out.count = count


def write(out, place, index, value):
    """A feature, at a place that exists."""
    out.indices[place] = index
    out.values[place] = value


def write_run(out, place, start, run):
    """RUN features at once, each of them 1, from a place on: `start` and the numbers of an int16 array."""
    for k in range(RUN):
        write(out, place + k, start + run[k], 1)


@overload(lowest_bit)
def _lowest_bit(bits):
    return lambda bits: _trailing_zeros(bits)


@overload(length)
def _length(out):
    return lambda out: _load_length(out)


@overload(set_length)
def _set_length(out, count):
    return lambda out, count: _store_length(out, count)


@overload(write)
def _write(out, place, index, value):
    return lambda out, place, index, value: _store_feature(out, place, index, value)


@overload(write_run)
def _write_run(out, place, start, run):
    return lambda out, place, start, run: _store_run(out, place, start, run)


@intrinsic
def _trailing_zeros(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def _load_length(typing: Any, out: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _marked(builder, builder.load(_field(builder, out, arguments[0], "count", _WORD)), "count")

    return types.int64(out), generate


@intrinsic
def _store_length(typing: Any, out: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _marked(builder, builder.store(arguments[1], _field(builder, out, arguments[0], "count", _WORD)), "count")
        return context.get_dummy_value()

    return types.void(out, types.int64), generate


@intrinsic
def _store_feature(typing: Any, out: Any, place: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, place, *parts = arguments
        for name, part in zip(("indices", "values"), parts, strict=True):
            start = _field(builder, out, row, name, part.type)
            _marked(builder, builder.store(part, builder.gep(start, [place])), name)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int16, types.int8), generate


@intrinsic
def _store_run(typing: Any, out: Any, place: Any, start: Any, run: Any) -> Any:
    indices, values = ir.VectorType(_SHORT, RUN), ir.VectorType(_BYTE, RUN)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, place, start, run = arguments
        data = context.make_array(signature.args[3])(context, builder, run).data
        listed = builder.load(builder.bitcast(data, indices.as_pointer()), align=2)
        first = builder.insert_element(ir.Constant(indices, ir.Undefined), start, ir.IntType(32)(0))
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), RUN), [0] * RUN)
        listed = builder.add(listed, builder.shuffle_vector(first, first, zeros))
        for name, kind, part in (("indices", indices, listed), ("values", values, ir.Constant(values, [1] * RUN))):
            start = builder.gep(_field(builder, out, row, name, kind.element), [place])
            stored = builder.store(part, builder.bitcast(start, kind.as_pointer()), align=1)
            _marked(builder, stored, name)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int16, run), generate


def _field(builder: Any, record: Any, value: Any, name: str, kind: Any) -> Any:
    """Where a field of a record begins."""
    return cgutils.get_record_member(builder, value, record.offset(name), kind)


def _marked(builder: Any, access: Any, name: str) -> Any:
    """The same load or store; those of other names hit other memory."""
    add, zero = builder.module.add_metadata, ir.Constant(_WORD, 0)
    kind = add([name, add(["rush_envs lists"]), zero])
    access.set_metadata("tbaa", add([kind, kind, zero]))
    return access
