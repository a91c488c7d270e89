// FlashAttention forward in the shape of a flat lowering: one query row per thread,
// grid-strided over the rows, K and V read tile by tile through transfer calls
// (carrier B). `vx-placement<strip>` makes it the global-only kernel.
//
// PARAM SQ=32  queries
// PARAM SK=64  keys
// PARAM HEAD=16  head dimension
// PARAM TILE=16  rows of K and V in a tile
// PARAM SCALE=0.25  1/sqrt(HEAD)
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
#row = strided<[${HEAD}, 1], offset: ?>
!tensor = memref<${SK}x${HEAD}xf32>
!view = memref<${TILE}x${HEAD}xf32, #row>
!tile = memref<${TILE}x${HEAD}xf32>
!queries = memref<${SQ}x${HEAD}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_k(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "k"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  func.func private @vx_transfer_v(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "v"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @flash(%q: !queries, %k: !tensor, %v: !tensor, %o: !queries) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %head = arith.constant ${HEAD} : index
    %tile = arith.constant ${TILE} : index
    %sq = arith.constant ${SQ} : index
    %sk = arith.constant ${SK} : index
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
    %s = memref.alloca() : memref<${TILE}xf32>
    scf.for %i = %first to %sq step %stride {
      scf.for %d = %c0 to %head step %c1 {
        memref.store %zero, %o[%i, %d] : !queries
      }
      %ml:2 = scf.for %t = %c0 to %sk step %tile iter_args(%m = %low, %l = %zero) -> (f32, f32) {
        %kv = memref.subview %k[%t, 0] [${TILE}, ${HEAD}] [1, 1] : !tensor to !view
        %vv = memref.subview %v[%t, 0] [${TILE}, ${HEAD}] [1, 1] : !tensor to !view
        %kt = func.call @vx_transfer_k(%kv) : (!view) -> !tile
        %vt = func.call @vx_transfer_v(%vv) : (!view) -> !tile
        // scores of this tile's keys, and their maximum
        %tm = scf.for %j = %c0 to %tile step %c1 iter_args(%mx = %low) -> f32 {
          %dot = scf.for %d = %c0 to %head step %c1 iter_args(%a = %zero) -> f32 {
            %x = memref.load %q[%i, %d] : !queries
            %y = memref.load %kt[%j, %d] : !tile
            %p = arith.mulf %x, %y fastmath<contract> : f32
            %r = arith.addf %a, %p fastmath<contract> : f32
            scf.yield %r : f32
          }
          %sij = arith.mulf %dot, %scale : f32
          memref.store %sij, %s[%j] : memref<${TILE}xf32>
          %mx2 = arith.maxnumf %mx, %sij : f32
          scf.yield %mx2 : f32
        }
        // rescale what was accumulated under the old maximum
        %mn = arith.maxnumf %m, %tm : f32
        %dm = arith.subf %m, %mn : f32
        %corr = math.exp %dm : f32
        %l2 = arith.mulf %l, %corr : f32
        scf.for %d = %c0 to %head step %c1 {
          %x = memref.load %o[%i, %d] : !queries
          %y = arith.mulf %x, %corr : f32
          memref.store %y, %o[%i, %d] : !queries
        }
        %l3 = scf.for %j = %c0 to %tile step %c1 iter_args(%la = %l2) -> f32 {
          %sj = memref.load %s[%j] : memref<${TILE}xf32>
          %e = arith.subf %sj, %mn : f32
          %p = math.exp %e : f32
          %lb = arith.addf %la, %p : f32
          scf.for %d = %c0 to %head step %c1 {
            %x = memref.load %o[%i, %d] : !queries
            %y = memref.load %vt[%j, %d] : !tile
            %z = arith.mulf %p, %y fastmath<contract> : f32
            %w = arith.addf %x, %z fastmath<contract> : f32
            memref.store %w, %o[%i, %d] : !queries
          }
          scf.yield %lb : f32
        }
        scf.yield %mn, %l3 : f32, f32
      }
      scf.for %d = %c0 to %head step %c1 {
        %x = memref.load %o[%i, %d] : !queries
        %y = arith.divf %x, %ml#1 : f32
        memref.store %y, %o[%i, %d] : !queries
      }
    }
    gpu.return
  }
}
