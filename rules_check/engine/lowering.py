"""Lean rules written for LLVM in few instructions, which take most of the time of compiling: numba
writes some thirty for `state.hands[seat, slot]`, of which LLVM leaves three.

In: what numba knows of writing. Out: the same, with shorter ways for arrays in records, for their
items, for variables, ranges, tuples and calls; what is not lean, or not covered here, is written
numba's way. Knows no rules. The claims of `innards` say whether numba's inner parts are as they are
used here.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numba
from llvmlite import ir

_types: Any = numba.types
_analysis: Any = import_module("numba.core.analysis")
_arrays: Any = import_module("numba.np.arrayobj")
_lower: Any = import_module("numba.extending").lower_builtin
_registry: Any = import_module("numba.core.imputils").builtin_registry
_returned: Any = import_module("numba.core.callconv")
_slices: Any = import_module("numba.cpython.slicing")
_statements: Any = import_module("numba.core.ir")
_utils: Any = import_module("numba.core.cgutils")
_calls: Any = _returned.CPUCallConv
_rules: Any = import_module("numba.core.lowering").Lower


def write_briefly() -> None:
    """Let numba write lean rules in the shorter ways of this module."""
    _registry.lower_getattr_generic(_types.Record)(_field)
    for index in (_types.Integer, _types.BaseTuple):
        _lower(operator.getitem, _types.Array, index)(_item)
        _lower(operator.setitem, _types.Array, index, _types.Any)(_set_item)
    _lower("static_setitem", _types.Array, _types.SliceType, _types.Any)(_set_slice)
    number = _types.int64
    _lower(range, number)(_range_from_zero)
    _lower(range, number, number)(_range)
    _lower("getiter", _types.range_state64_type)(_begin_range)
    _lower("iternext", _types.range_iter64_type)(_next_of_range)
    ir.IRBuilder.extract_value = _extract
    _rules._find_singly_assigned_variable = _find_values
    _rules.storevar = _store
    _calls.call_function = _call
    _calls.return_status_propagate = _pass_error_on


# --------------------------------------------------------------------------------------- tuples
_plain_extract = ir.IRBuilder.extract_value


def _extract(builder: Any, held: Any, index: Any, name: str = "") -> Any:
    """Take a part of a tuple or an array from where it was put in, if that is in sight."""
    indices = [index] if isinstance(index, int) else [*index]
    while isinstance(held, ir.instructions.InsertValue):
        put = [*held.indices]
        if put == indices:
            return held.value
        shared = min(len(put), len(indices))
        if put[:shared] == indices[:shared]:  # one is part of the other
            break
        held = held.aggregate
    return _plain_extract(builder, held, indices, name)


def _joined(builder: Any, type_: Any, parts: Sequence[Any]) -> Any:
    """Put a tuple together."""
    held = ir.Constant(type_, ir.Undefined)
    for i, part in enumerate(parts):
        held = builder.insert_value(held, part, i)
    return held


# --------------------------------------------------------------------------------------- arrays
_ITEMS, _ITEM_SIZE, _DATA, _SHAPE, _STEPS = range(2, 7)
"""Where an array has the number of its items, the bytes of one, their address, and each dimension's
length and bytes from one index to the next.
"""

_plain_field = _arrays.record_getattr
_plain_item = _arrays.getitem_arraynd_intp
_plain_item_at_tuple = _arrays.getitem_array_tuple
_plain_set_item = _arrays.setitem_array


def _field(context: Any, builder: Any, record: Any, value: Any, name: str) -> Any:
    """Write `record.name`: of an array, all is constant except the address of its data."""
    field = record.typeof(name)
    if context.enable_nrt or not isinstance(field, _types.NestedArray):
        return _plain_field(context, builder, record, value, name)
    context.sentry_record_alignment(record, name)
    item = context.get_data_type(field.dtype)
    data = _utils.get_record_member(builder, value, record.offset(name), item)
    made = context.get_value_type(field)
    whole = made.elements[_ITEMS]
    parts = [ir.Constant(part, None) for part in made.elements]
    parts[_ITEMS], parts[_ITEM_SIZE] = whole(field.nitems), whole(field.size)
    parts[_SHAPE] = made.elements[_SHAPE](list(map(whole, field.shape)))
    parts[_STEPS] = made.elements[_STEPS](list(map(whole, field.strides)))
    return builder.insert_value(made(parts), data, _DATA)


class _Place(NamedTuple):
    """Where indices lead: the address, and the lengths and steps of the dimensions that are left."""

    address: Any
    lengths: list[Any]
    steps: list[Any]


def _item(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
    """Write `array[i]` and `array[i, j]`: a number, or what is left of the array."""
    array, index = signature.args
    place = _place(context, builder, array, given[0], index, given[1])
    if place is None:
        plain = _plain_item_at_tuple if isinstance(index, _types.BaseTuple) else _plain_item
        return plain(context, builder, signature, given)
    made = signature.return_type
    if not isinstance(made, _types.Buffer):
        return _arrays.load_item(context, builder, array, place.address)
    parts = context.get_value_type(made)
    whole = parts.elements[_ITEMS]
    size = context.get_abi_sizeof(context.get_data_type(array.dtype))
    held = ir.Constant(parts, None)
    held = builder.insert_value(held, _product(place.lengths, builder, whole), _ITEMS)
    held = builder.insert_value(held, whole(size), _ITEM_SIZE)
    held = builder.insert_value(held, place.address, _DATA)
    for i, (length, step) in enumerate(zip(place.lengths, place.steps, strict=True)):
        held = builder.insert_value(held, length, (_SHAPE, i))
        held = builder.insert_value(held, step, (_STEPS, i))
    return held


def _set_item(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
    """Write `array[i] = number`, `array[i, j] = number` and `array[..., i] = number`."""
    array, index, type_ = signature.args
    held, indices, number = given
    if _is_column(index) and _is_filled(context, array, type_):
        lengths, last = _Lengths(context, builder, array, held), array.ndim - 1
        column = builder.extract_value(indices, 1)
        column = _index(context, builder, index.types[1], column, lengths, last)
        return _fill(context, builder, signature, held, number, column)
    place = _place(context, builder, array, held, index, indices)
    if place is None or place.lengths:
        return _plain_set_item(context, builder, signature, given)
    number = context.cast(builder, number, type_, array.dtype)
    return _arrays.store_item(context, builder, array, number, place.address)


def _set_slice(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
    """Write `array[:] = number`; `given` has the slice as Python does."""
    array, type_, number = signature.args
    held, index, new = given
    if index == slice(None) and _is_filled(context, array, number):
        return _fill(context, builder, signature, held, new)
    index = _slices.make_slice_from_constant(context, builder, type_, index)
    return _plain_set_item(context, builder, signature, (held, index, new))


def _fill(
    context: Any, builder: Any, signature: Any, held: Any, new: Any, column: Any = None
) -> Any:
    """Write a number to all items of an array, or to one column of its last dimension."""
    array, _, number = signature.args
    new = context.cast(builder, new, number, array.dtype)
    lengths = _Lengths(context, builder, array, held)
    all_lengths = [lengths[i] for i in range(array.ndim)]
    step = all_lengths.pop() if column is not None else None
    count = _product(all_lengths, builder, context.get_value_type(_types.intp))
    data = builder.extract_value(held, _DATA)
    with _utils.for_range(builder, count) as loop:
        place = loop.index
        if step is not None:
            place = _sum(_times(place, step, builder), column, builder)
        _arrays.store_item(context, builder, array, new, builder.gep(data, [place]))


def _is_column(index: Any) -> bool:
    """Return whether an index is `..., i`."""
    types: Sequence[Any] = index.types if isinstance(index, _types.BaseTuple) else ()
    return len(types) == 2 and types[0] is _types.ellipsis and isinstance(types[1], _types.Integer)


def _is_filled(context: Any, array: Any, new: Any) -> bool:
    """Return whether `new` is a number that is written to several items of an array."""
    is_number = isinstance(new, _types.Number | _types.Boolean)
    return is_number and _is_addressed(context, array)


def _index(context: Any, builder: Any, type_: Any, number: Any, lengths: _Lengths, i: int) -> Any:
    """Return an index as numba counts; only a constant may count from the end."""
    if not isinstance(number, ir.Constant):
        return context.cast(builder, number, type_, _types.intp)
    number = context.get_value_type(_types.intp)(number.constant)
    return _sum(lengths[i], number, builder) if number.constant < 0 else number


def _is_addressed(context: Any, array: Any) -> bool:
    """Return whether items of an array are found by its shape alone, in lean rules, unchecked."""
    return not context.enable_nrt and not context.enable_boundscheck and array.layout == "C"


def _place(
    context: Any, builder: Any, array: Any, held: Any, index: Any, given: Any
) -> _Place | None:
    """Find where indices lead; None if that is left to numba."""
    types, indices = (index,), [given]
    if isinstance(index, _types.BaseTuple):
        types = index.types
        indices = [builder.extract_value(given, i) for i in range(len(types))]
    is_item = 0 < len(types) <= array.ndim and all(isinstance(one, _types.Integer) for one in types)
    if not is_item or not _is_addressed(context, array):
        return None
    lengths = _Lengths(context, builder, array, held)
    whole = context.get_value_type(_types.intp)
    offset = whole(0)
    for i, (type_, number) in enumerate(zip(types, indices, strict=True)):
        number = _index(context, builder, type_, number, lengths, i)
        for after in range(i + 1, array.ndim):
            number = _times(number, lengths[after], builder)
        offset = _sum(offset, number, builder)
    address = builder.gep(builder.extract_value(held, _DATA), [offset])
    left = range(len(types), array.ndim)
    return _Place(address, [lengths[i] for i in left], list(map(lengths.step, left)))


class _Lengths:
    """The lengths of an array's dimensions, constants where its type gives them."""

    def __init__(self, context: Any, builder: Any, array: Any, held: Any) -> None:
        self._builder, self._held, self._array = builder, held, array
        self._whole = context.get_value_type(_types.intp)
        self._are_known = isinstance(array, _types.NestedArray)

    def __getitem__(self, i: int) -> Any:
        if self._are_known:
            return self._whole(self._array.shape[i])
        return self._builder.extract_value(self._held, (_SHAPE, i))

    def step(self, i: int) -> Any:
        """Return the number of bytes from one index to the next."""
        if self._are_known:
            return self._whole(self._array.strides[i])
        return self._builder.extract_value(self._held, (_STEPS, i))


def _product(numbers: Sequence[Any], builder: Any, type_: Any) -> Any:
    product = type_(1)
    for number in numbers:
        product = _times(product, number, builder)
    return product


def _times(one: Any, other: Any, builder: Any) -> Any:
    return _reckoned(operator.mul, 1, builder.mul, one, other)


def _sum(one: Any, other: Any, builder: Any) -> Any:
    return _reckoned(operator.add, 0, builder.add, one, other)


def _reckoned(now: Any, neutral: int, later: Any, one: Any, other: Any) -> Any:
    """Reckon with two numbers now if both are constants; `neutral` changes nothing."""
    constants = [number for number in (one, other) if isinstance(number, ir.Constant)]
    if len(constants) == 2:
        return one.type(now(one.constant, other.constant))
    if constants and constants[0].constant == neutral:
        return other if constants[0] is one else one
    return later(one, other)


# --------------------------------------------------------------------------------------- ranges
import_module("numba.cpython.rangeobj")  # which fills the registry
_plain_begin_range = next(
    write
    for write, name, types in _registry.functions
    if name == "getiter" and types == (_types.range_state64_type,)
)
_AT, _LAST, _STEP, _LEFT = range(4)
"""What goes over a range has: the places of its next number and of how many are left, and two
numbers.
"""


def _range_from_zero(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
    zero = context.get_constant(_types.int64, 0)
    return _range(context, builder, signature, (zero, *given))


def _range(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
    one = context.get_constant(_types.int64, 1)
    return _joined(builder, context.get_value_type(signature.return_type), (*given, one))


def _begin_range(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
    """Begin to go over a range; one that counts up by one needs no division."""
    start, stop, step = (builder.extract_value(given[0], i) for i in range(3))
    if not isinstance(step, ir.Constant) or step.constant != 1:
        return _plain_begin_range(context, builder, signature, given)
    at, left = (_utils.alloca_once(builder, start.type) for _ in range(2))
    builder.store(start, at)
    builder.store(builder.sub(stop, start), left)
    made = context.get_value_type(signature.return_type)
    return _joined(builder, made, (at, stop, step, left))


def _next_of_range(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
    """Take the next number, and say whether there was one."""
    at, step, left = (builder.extract_value(given[0], i) for i in (_AT, _STEP, _LEFT))
    number, count = builder.load(at), builder.load(left)
    is_left = builder.icmp_signed(">", count, count.type(0))
    builder.store(builder.add(number, step), at)
    builder.store(builder.sub(count, count.type(1)), left)
    return _joined(builder, context.get_value_type(signature.return_type), (number, is_left))


# ------------------------------------------------------------------------------------ variables
_plain_find_values = _rules._find_singly_assigned_variable
_plain_store = _rules.storevar


def _find_values(rule: Any) -> None:
    """Find the variables that are values and need no memory: assigned once, in a block that comes
    before all blocks that use them, on each way there.
    """
    if rule.context.enable_nrt or rule.func_ir.func_id.is_generator:
        _plain_find_values(rule)
        return
    blocks = rule.func_ir.blocks
    before = _analysis.compute_cfg_from_blocks(blocks).dominators()
    assigned_in = dict[str, int]()
    once = set[str]()
    for label, block in blocks.items():
        for assignment in block.find_insts(_statements.Assign):
            name = assignment.target.name
            if name in assigned_in:
                once.discard(name)
            else:
                once.add(name)
            assigned_in[name] = label
    for label, names in _analysis.compute_use_defs(blocks).usemap.items():
        for name in names & once:
            if assigned_in[name] >= label or assigned_in[name] not in before[label]:
                once.discard(name)
    rule._singly_assigned_vars = once - _analysis.must_use_alloca(blocks)
    rule._blk_local_varmap = {}


def _store(rule: Any, value: Any, name: str, argidx: Any = None) -> None:
    """Write the assignment of a variable; what it held before is of no interest in lean rules."""
    if rule.context.enable_nrt or argidx is not None or name in rule._singly_assigned_vars:
        _plain_store(rule, value, name, argidx)
    else:
        rule.builder.store(value, rule.getvar(name))


# ---------------------------------------------------------------------------------------- calls
_plain_call = _calls.call_function
_plain_pass_error_on = _calls.return_status_propagate


class _Outcome:
    """How a call has ended; an error is where the caller's own caller looks for it."""

    def __init__(self, builder: Any, code: Any, error: Any) -> None:
        self._builder, self.code, self._error = builder, code, error

    @property
    def is_none(self) -> Any:
        return self._builder.icmp_signed("==", self.code, _returned.RETCODE_NONE)

    @property
    def is_error(self) -> Any:
        return self._builder.and_(
            self._builder.icmp_signed("!=", self.code, _returned.RETCODE_OK),
            self._builder.icmp_signed("!=", self.code, _returned.RETCODE_NONE),
        )

    @property
    def excinfoptr(self) -> Any:
        return self._builder.load(self._error)


def _call(
    calls: Any, builder: Any, callee: Any, type_: Any, types: Any, given: Any, attrs: Any = None
) -> Any:
    """Write the call of a rule by another; returns its outcome and its result."""
    caller = builder.function.args
    if calls.context.enable_nrt or attrs or len(caller) < 2 or caller[1].name != "excinfo":
        return _plain_call(calls, builder, callee, type_, types, given, attrs)
    result = _utils.alloca_once(builder, calls.get_return_type(type_).pointee)
    parts = calls._get_arg_packer(types).as_arguments(builder, given)
    code = builder.call(callee, [result, caller[1], *parts])
    value = calls.context.get_returned_value(builder, type_, builder.load(result))
    return _Outcome(builder, code, caller[1]), value


def _pass_error_on(calls: Any, builder: Any, outcome: Any) -> None:
    """Return the error that a call has ended with, unless a `try` handles it."""
    if isinstance(outcome, _Outcome) and not hasattr(builder, "_CPUCallConv__eh_try_state"):
        builder.ret(outcome.code)
    else:
        _plain_pass_error_on(calls, builder, outcome)
