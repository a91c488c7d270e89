// A five-point stencil in two dimensions. Block (x, y) walks down strip x of COLS columns, every gridDim.y-th tile of TILE rows;
// a tile needs HALO = TILE + 2 rows and PITCH = COLS + 4 columns (two for the points beside it, two to keep rows 16-byte
// multiples). The input is one row and column larger on each side.
//
// PARAM ROWS=1024  results
// PARAM WIDTH=1024
// PARAM SOURCE_ROWS=1026  ROWS + 2
// PARAM SOURCE_WIDTH=1028  WIDTH + 4
// PARAM TILE=16  rows of a tile
// PARAM HALO=18  TILE + 2
// PARAM COLS=64
// PARAM PITCH=68  COLS + 4
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
!input = memref<${SOURCE_ROWS}x${SOURCE_WIDTH}xf32>
!output = memref<${ROWS}x${WIDTH}xf32>
!view = memref<${HALO}x${PITCH}xf32, strided<[${SOURCE_WIDTH}, 1], offset: ?>>
!tile = memref<${HALO}x${PITCH}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_x(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "x"], ["vx.element", "4"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @stencil2d(%x: !input, %y: !output) kernel {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %tile = arith.constant ${TILE} : index
    %cols = arith.constant ${COLS} : index
    %rows = arith.constant ${ROWS} : index
    %half = arith.constant 0.5 : f32
    %eighth = arith.constant 0.125 : f32
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %gy = gpu.grid_dim y
    %tid = gpu.thread_id x
    %bdim = gpu.block_dim x
    %col = arith.muli %bx, %cols : index
    %first = arith.muli %by, %tile : index
    %stride = arith.muli %gy, %tile : index
    %area = arith.muli %tile, %cols : index
    scf.for %b = %first to %rows step %stride {
      %view = memref.subview %x[%b, %col] [${HALO}, ${PITCH}] [1, 1] : !input to !view
      %xt = func.call @vx_transfer_x(%view) : (!view) -> !tile
      scf.for %e = %tid to %area step %bdim {
        %r = arith.divui %e, %cols : index
        %c = arith.remui %e, %cols : index
        %r1 = arith.addi %r, %c1 : index
        %r2 = arith.addi %r, %c2 : index
        %cc1 = arith.addi %c, %c1 : index
        %cc2 = arith.addi %c, %c2 : index
        %middle = memref.load %xt[%r1, %cc1] : !tile
        %north = memref.load %xt[%r, %cc1] : !tile
        %south = memref.load %xt[%r2, %cc1] : !tile
        %west = memref.load %xt[%r1, %c] : !tile
        %east = memref.load %xt[%r1, %cc2] : !tile
        %ns = arith.addf %north, %south : f32
        %we = arith.addf %west, %east : f32
        %around = arith.addf %ns, %we : f32
        %m = arith.mulf %middle, %half fastmath<contract> : f32
        %a = arith.mulf %around, %eighth fastmath<contract> : f32
        %sum = arith.addf %m, %a fastmath<contract> : f32
        %row = arith.addi %b, %r : index
        %at = arith.addi %col, %c : index
        memref.store %sum, %y[%row, %at] : !output
      }
    }
    gpu.return
  }
}
