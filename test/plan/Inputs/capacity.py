"""Writes one module per row: a tile of some bytes beside the kernel's own shared memory."""

import sys
from pathlib import Path

KIB = 1024
ROWS = {  # file: bytes of the tile, bytes of the kernel's own, their alignment
    "47k": (47 * KIB, KIB, 4),
    "48k-1": (48 * KIB - 1, KIB, 4),
    "48k": (48 * KIB, KIB, 4),
    "48k+16": (48 * KIB + 16, KIB, 4),
    "48k-alone": (48 * KIB, 0, 4),
    "47k-aligned": (47 * KIB, KIB - 64, 128),
}

OWN = """@own = internal addrspace(3) global [{bytes} x i8] poison, align {align}
"""
KERNEL = """declare ptr @k(ptr) "vx.transfer"="smem" "vx.element"="1" "vx.extent"="{tile}" "vx.name"="k"
define ptx_kernel void @f(ptr %p, ptr %o) {{
  %r = call ptr @k(ptr %p)
  %x = load i8, ptr %r
  store i8 %x, ptr %o
{use}  ret void
}}
"""

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for name, (tile, own, align) in ROWS.items():
    use = "  store i8 %x, ptr addrspace(3) @own\n" if own else ""
    text = (OWN.format(bytes=own, align=align) if own else "") + KERNEL.format(tile=tile, use=use)
    (folder / f"{name}.ll").write_text(text)
