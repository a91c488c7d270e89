// Causal FlashAttention forward: query i sees keys 0 to i, so the number of tiles
// that a thread visits depends on the thread, inside a grid-strided loop that a
// thread may never enter. Threads that are done still help to fill.
//
// PARAM S=64  queries and keys
// PARAM HEAD=16  head dimension
// PARAM TILE=16  rows of K and V in a tile
// PARAM SCALE=0.25  1/sqrt(HEAD)
// PARAM CROSSING=sequenced  or streamed
// PARAM STAGES=2
#row = strided<[${HEAD}, 1], offset: ?>
!tensor = memref<${S}x${HEAD}xf32>
!view = memref<${TILE}x${HEAD}xf32, #row>
!tile = memref<${TILE}x${HEAD}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_k(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "k"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  func.func private @vx_transfer_v(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "v"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @flash_causal(%q: !tensor, %k: !tensor, %v: !tensor, %o: !tensor) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %head = arith.constant ${HEAD} : index
    %tile = arith.constant ${TILE} : index
    %s = arith.constant ${S} : index
    %zero = arith.constant 0.0 : f32
    %low = arith.constant -1000000.0 : f32
    %scale = arith.constant ${SCALE} : f32
    %bid = gpu.block_id x
    %bdim = gpu.block_dim x
    %tid = gpu.thread_id x
    %gdim = gpu.grid_dim x
    %base = arith.muli %bid, %bdim : index
    %first = arith.addi %base, %tid : index
    %stride = arith.muli %gdim, %bdim : index
    scf.for %i = %first to %s step %stride {
      %seen = arith.addi %i, %c1 : index
      scf.for %d = %c0 to %head step %c1 {
        memref.store %zero, %o[%i, %d] : !tensor
      }
      %ml:2 = scf.for %t = %c0 to %seen step %tile iter_args(%m = %low, %l = %zero) -> (f32, f32) {
        %kv = memref.subview %k[%t, 0] [${TILE}, ${HEAD}] [1, 1] : !tensor to !view
        %vv = memref.subview %v[%t, 0] [${TILE}, ${HEAD}] [1, 1] : !tensor to !view
        %kt = func.call @vx_transfer_k(%kv) : (!view) -> !tile
        %vt = func.call @vx_transfer_v(%vv) : (!view) -> !tile
        %left = arith.subi %seen, %t : index
        %rows = arith.minsi %left, %tile : index
        %ml2:2 = scf.for %j = %c0 to %rows step %c1 iter_args(%mj = %m, %lj = %l) -> (f32, f32) {
          %dot = scf.for %d = %c0 to %head step %c1 iter_args(%a = %zero) -> f32 {
            %x = memref.load %q[%i, %d] : !tensor
            %y = memref.load %kt[%j, %d] : !tile
            %p = arith.mulf %x, %y fastmath<contract> : f32
            %r = arith.addf %a, %p fastmath<contract> : f32
            scf.yield %r : f32
          }
          %sij = arith.mulf %dot, %scale : f32
          %mn = arith.maxnumf %mj, %sij : f32
          %dm = arith.subf %mj, %mn : f32
          %corr = math.exp %dm : f32
          %e = arith.subf %sij, %mn : f32
          %p = math.exp %e : f32
          %lc = arith.mulf %lj, %corr : f32
          %ln = arith.addf %lc, %p : f32
          scf.for %d = %c0 to %head step %c1 {
            %x = memref.load %o[%i, %d] : !tensor
            %xc = arith.mulf %x, %corr : f32
            %y = memref.load %vt[%j, %d] : !tile
            %z = arith.mulf %p, %y fastmath<contract> : f32
            %w = arith.addf %xc, %z fastmath<contract> : f32
            memref.store %w, %o[%i, %d] : !tensor
          }
          scf.yield %mn, %ln : f32, f32
        }
        scf.yield %ml2#0, %ml2#1 : f32, f32
      }
      scf.for %d = %c0 to %head step %c1 {
        %x = memref.load %o[%i, %d] : !tensor
        %y = arith.divf %x, %ml#1 : f32
        memref.store %y, %o[%i, %d] : !tensor
      }
    }
    gpu.return
  }
}
