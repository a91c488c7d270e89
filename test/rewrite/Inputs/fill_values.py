"""Fills of many shapes, run on the host before and after materialisation.

usage: fill_values.py <folder> <opt command> <vx-simt>

Each row is one kernel that reads its tile backwards, so that almost every element was copied
by another thread. The source buffer ends with the last element that may be read: one read more
is a finding, and so is a shared byte that nobody wrote. Prints one line a row.
"""

import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Row:
    name: str
    element: str
    extent: list
    stride: list = None  # elements; row-major if absent
    sizes: list = None  # memref descriptor with these sizes at run time
    align: int = 0  # "vx.align"
    pointer_align: int = 0  # attribute of the parameter
    skew: int = 0  # bytes between a 256-byte boundary and the source
    offset: int = None  # elements, as operand of the descriptor
    index: str = "i64"
    constant_sizes: bool = False
    known: list = field(default_factory=list)  # dimensions whose stride is a constant operand
    block: str = "32"
    reqntid: str = ""
    result: str = "ptr"
    crossing: str = "sequenced"


IR_TYPE = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double"}
BYTES = {"i8": 1, "f16": 2, "bf16": 2, "i16": 2, "f32": 4, "i32": 4, "f64": 8, "i64": 8}

ROWS = [
    Row("f32_one_row", "f32", [16, 64]),
    Row("f32_one_row_stated", "f32", [16, 64], align=16),
    Row("f32_one_row_parameter", "f32", [16, 64], pointer_align=16),
    Row("f32_misaligned_by_4", "f32", [16, 64], skew=4),
    Row("f32_misaligned_by_8", "f32", [16, 64], pointer_align=8, skew=8),
    Row("f32_pitch", "f32", [5, 12], [20, 1]),
    Row("f32_pitch_odd", "f32", [5, 12], [13, 1]),
    Row("f32_innermost_2", "f32", [5, 12], [24, 2]),
    Row("f32_innermost_3_rows_apart", "f32", [4, 5], [17, 3]),
    Row("f32_column", "f32", [37, 1], [8, 1]),
    Row("f32_shared_pointer", "f32", [16, 4], result="ptr addrspace(3)"),
    Row("i8_15_bytes", "i8", [3, 5]),
    Row("i8_15_bytes_misaligned", "i8", [3, 5], skew=3),
    Row("i8_1_byte", "i8", [1]),
    Row("i8_17_bytes_stated", "i8", [17], align=16),
    Row("i8_rows_of_3", "i8", [7, 3], [5, 1]),
    Row("f16_odd_rows", "f16", [4, 33], [40, 1], align=16),
    Row("f16_odd_rows_packed", "f16", [4, 33]),
    Row("bf16_row_of_9", "bf16", [9], skew=2),
    Row("i16_gaps", "i16", [6, 6], [16, 2]),
    Row("i32_rank_3", "i32", [2, 3, 4], [64, 8, 1]),
    Row("f32_rank_4", "f32", [2, 3, 2, 4], [100, 24, 8, 1]),
    Row("f32_rank_5", "f32", [2, 2, 2, 2, 4], [512, 128, 64, 4, 1]),
    Row("f64_five", "f64", [5], skew=8),
    Row("i64_rows", "i64", [3, 4], [6, 1]),
    Row("i64_run_time_pitch", "i64", [3, 4], [6, 1], sizes=[3, 4]),
    Row("f32_run_time_pitch_16", "f32", [6, 8], [12, 1], sizes=[6, 8]),
    Row("f32_run_time_pitch_odd", "f32", [6, 8], [11, 1], sizes=[6, 8]),
    Row("f32_run_time_innermost", "f32", [6, 8], [32, 2], sizes=[6, 8]),
    Row("f32_offset", "f32", [6, 8], [8, 1], sizes=[6, 8], offset=3, known=[0, 1]),
    Row("f32_ragged_0", "f32", [6, 8], [8, 1], sizes=[0, 8], known=[0, 1]),
    Row("f32_ragged_1", "f32", [6, 8], [8, 1], sizes=[1, 8], known=[0, 1]),
    Row("f32_ragged_5_pitch", "f32", [6, 8], [12, 1], sizes=[5, 8], known=[1]),
    Row("f32_ragged_above", "f32", [6, 8], [8, 1], sizes=[9, 8], known=[0, 1]),
    Row("f32_ragged_negative", "f32", [6, 8], [8, 1], sizes=[-1, 8], known=[0, 1]),
    Row("f16_ragged_odd", "f16", [7, 5], [5, 1], sizes=[4, 5], known=[0, 1]),
    Row("i8_ragged_rank_3", "i8", [5, 2, 3], [6, 3, 1], sizes=[3, 2, 3], known=[0, 1, 2]),
    Row("f32_index_32", "f32", [6, 8], [10, 1], sizes=[4, 8], offset=1, index="i32"),
    Row("f32_inner_size", "f32", [4, 8], [8, 1], sizes=[4, 5]),
    Row("f32_constant_size", "f32", [4, 8], [8, 1], sizes=[4, 4], known=[0, 1], constant_sizes=True),
    Row("f32_one_thread", "f32", [5, 12], [20, 1], block="1"),
    Row("f32_33_threads", "f32", [5, 12], [20, 1], block="33"),
    Row("f32_more_threads_than_copies", "f32", [3], block="64"),
    Row("f32_block_2d", "f32", [5, 12], [20, 1], block="8x3"),
    Row("f32_block_3d", "f32", [5, 12], [20, 1], block="4x3x2"),
    Row("f32_reqntid", "f32", [5, 12], [20, 1], block="32", reqntid="32"),
    Row("f32_reqntid_3d", "f32", [5, 12], [20, 1], block="4x3x2", reqntid="4,3,2"),
    # Enough copies for several of a thread at a time; blocks that leave a rest, and that leave no batch.
    Row("f32_batch_33_threads", "f32", [600], align=16, block="33"),
    Row("f32_batch_one_thread", "f32", [600], align=16, block="1"),
    Row("f32_batch_rows", "f32", [36, 20], [24, 1], align=16, block="8x3"),
    Row("f32_streamed", "f32", [600], align=16, block="33", crossing="streamed"),
    Row("f32_streamed_one_thread", "f32", [600], align=16, block="1", crossing="streamed"),
    Row("f32_streamed_no_batch", "f32", [600], align=16, block="64", crossing="streamed"),
    Row("f32_streamed_rest_of_row", "f32", [603], align=16, block="37", crossing="streamed"),
    Row("f32_streamed_misaligned", "f32", [600], skew=4, block="33", crossing="streamed"),
    Row("f32_streamed_aligned", "f32", [600], block="33", crossing="streamed"),
    Row("f32_streamed_rows", "f32", [36, 20], [24, 1], align=16, block="8x3", crossing="streamed"),
    Row("f32_streamed_run_time_pitch", "f32", [36, 20], [25, 1], sizes=[36, 20], known=[1], block="33", crossing="streamed"),
    Row("f32_streamed_ragged", "f32", [40, 16], [16, 1], sizes=[37, 16], known=[0, 1], align=16, block="5x7", crossing="streamed"),
    Row("f32_streamed_ragged_0", "f32", [40, 16], [16, 1], sizes=[0, 16], known=[0, 1], align=16, block="33", crossing="streamed"),
    Row("f32_streamed_ragged_inside_copy", "f32", [600], sizes=[597], known=[0], align=16, block="33", crossing="streamed"),
    Row("f16_streamed", "f16", [40, 34], [40, 1], align=16, block="33", crossing="streamed"),
    Row("f32_streamed_reqntid", "f32", [600], align=16, block="33", reqntid="33", crossing="streamed"),
]


def row_major(extent):
    strides = [1] * len(extent)
    for d in range(len(extent) - 1, 0, -1):
        strides[d - 1] = strides[d] * extent[d]
    return strides


def product(numbers):
    total = 1
    for n in numbers:
        total *= n
    return total


def module(row):
    """The kernel and the arguments of its launch."""
    rank, index = len(row.extent), row.index
    stride = row.stride or row_major(row.extent)
    ty = IR_TYPE.get(row.element, row.element)
    attributes = f'"vx.transfer"="smem" "vx.name"="t" "vx.element"="{BYTES[row.element]}"'
    attributes += f' "vx.extent"="{"x".join(map(str, row.extent))}"'
    attributes += f' "vx.crossing"="{row.crossing}"'
    if row.align:
        attributes += f' "vx.align"="{row.align}"'
    valid = [min(max(s, 0), e) for s, e in zip(row.sizes or row.extent, row.extent)]
    read = 0 if 0 in valid else 1 + sum((v - 1) * s for v, s in zip(valid, stride))
    launch = [f"{row.element}:{read + (row.offset or 0)}:rand:skew={row.skew}"]
    launch += [f"{row.element}:{product(row.extent)}:zero"]
    params = [f"ptr {f'align {row.pointer_align} ' if row.pointer_align else ''}%p", "ptr %o"]
    if row.sizes is None:
        if row.stride:
            attributes += f' "vx.stride"="{"x".join(map(str, stride))}"'
        declare = f"declare {row.result} @t(ptr) {attributes}"
        call = f"  %r = call {row.result} @t(ptr %p)\n"
    else:
        dims = f"[{rank} x {index}]"
        d = f"{{{row.result}, {row.result}, {index}, {dims}, {dims}}}"
        declare = f"declare {d} @t({', '.join(['ptr', 'ptr'] + [index] * (1 + 2 * rank))}) {attributes}"
        operands = [f"{index} {row.offset or 0}"]
        for number, size in enumerate(row.sizes):
            if row.constant_sizes:
                operands.append(f"{index} {size}")
                continue
            params.append(f"{index} %s{number}")
            launch.append(f"{index}:{size}")
            operands.append(f"{index} %s{number}")
        for number, s in enumerate(stride):
            if number in row.known:
                operands.append(f"{index} {s}")
                continue
            params.append(f"{index} %d{number}")
            launch.append(f"{index}:{s}")
            operands.append(f"{index} %d{number}")
        call = f"  %c = call {d} @t(ptr %p, ptr %p, {', '.join(operands)})\n"
        call += f"  %r = extractvalue {d} %c, 1\n"
    attribute = f' "nvvm.reqntid"="{row.reqntid}"' if row.reqntid else ""
    return (
        f"{declare}\n"
        f"define ptx_kernel void @k({', '.join(params)}){attribute} {{\n"
        "entry:\n"
        "  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
        "  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
        "  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()\n"
        "  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
        "  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()\n"
        "  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()\n"
        "  %zy = mul i32 %z, %ny\n  %y1 = add i32 %y, %zy\n"
        "  %yx = mul i32 %y1, %nx\n  %first = add i32 %x, %yx\n"
        "  %nxy = mul i32 %nx, %ny\n  %step = mul i32 %nxy, %nz\n"
        f"{call}  br label %head\n"
        "head:\n"
        "  %i = phi i32 [ %first, %entry ], [ %next, %body ]\n"
        f"  %in = icmp slt i32 %i, {product(row.extent)}\n"
        "  br i1 %in, label %body, label %exit\n"
        "body:\n"
        f"  %m = sub i32 {product(row.extent) - 1}, %i\n"
        f"  %from = getelementptr {ty}, {row.result} %r, i32 %m\n"
        f"  %v = load {ty}, {row.result} %from\n"
        f"  %to = getelementptr {ty}, ptr %o, i32 %i\n"
        f"  store {ty} %v, ptr %to\n"
        "  %next = add i32 %i, %step\n  br label %head\n"
        "exit:\n  ret void\n}\n"
    ), launch


def check(row, folder, opt, simt):
    text, launch = module(row)
    before, after = folder / f"{row.name}.ll", folder / f"{row.name}.out.ll"
    before.write_text(text)
    command = [*opt, "-passes=vx-materialize-transfers<sm=80>", "-S", str(before), "-o", str(after)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return done.stderr
    if "@t(" in after.read_text():
        return "the transfer is still there"
    command = [simt, "compare", str(before), str(after), f"--block={row.block}", "--sweep=1"]
    command += [f"--arg={a}" for a in launch]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    opt, simt = shlex.split(sys.argv[2]), sys.argv[3]
    failed = 0
    for row in ROWS:
        fault = check(row, folder, opt, simt)
        failed += bool(fault)
        print(f"{row.name}: {'differs' if fault else 'same'}")
        if fault:
            print(fault)
    print(f"{len(ROWS)} shapes, {failed} differ")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
