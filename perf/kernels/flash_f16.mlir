// FlashAttention forward, f16 in, f32 inside and out, one query row per thread, the row of Q, the scores of one step and the
// accumulator as private arrays. K and V are placed tile by tile and used in steps of STEP rows, so that only a STEP x HEAD step has
// to be unrolled to keep the arrays in registers.
//
// PARAM SQ=8192  queries
// PARAM SK=2048  keys
// PARAM HEAD=64  head dimension
// PARAM TILE=32  rows of K and V in a tile
// PARAM STEP=8  rows used at once
// PARAM SCALE=0.125  1/sqrt(HEAD)
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
#row = strided<[${HEAD}, 1], offset: ?>
!tensor = memref<${SK}x${HEAD}xf16>
!view = memref<${TILE}x${HEAD}xf16, #row>
!tile = memref<${TILE}x${HEAD}xf16>
!queries = memref<${SQ}x${HEAD}xf16>
!result = memref<${SQ}x${HEAD}xf32>
!private = memref<${HEAD}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_k(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "k"], ["vx.element", "2"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  func.func private @vx_transfer_v(!view) -> !tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "v"], ["vx.element", "2"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @flash_f16(%q: !queries, %k: !tensor, %v: !tensor, %o: !result) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %head = arith.constant ${HEAD} : index
    %tile = arith.constant ${TILE} : index
    %step = arith.constant ${STEP} : index
    %sq = arith.constant ${SQ} : index
    %sk = arith.constant ${SK} : index
    %zero = arith.constant 0.0 : f32
    %low = arith.constant -1.0e30 : f32
    %scale = arith.constant ${SCALE} : f32
    %bid = gpu.block_id x
    %bdim = gpu.block_dim x
    %tid = gpu.thread_id x
    %gdim = gpu.grid_dim x
    %base = arith.muli %bid, %bdim : index
    %first = arith.addi %base, %tid : index
    %stride = arith.muli %gdim, %bdim : index
    %qr = memref.alloca() : !private
    %acc = memref.alloca() : !private
    %s = memref.alloca() : memref<${STEP}xf32>
    scf.for %i = %first to %sq step %stride {
      scf.for %d = %c0 to %head step %c1 {
        %h = memref.load %q[%i, %d] : !queries
        %x = arith.extf %h : f16 to f32
        memref.store %x, %qr[%d] : !private
        memref.store %zero, %acc[%d] : !private
      }
      %ml:2 = scf.for %t = %c0 to %sk step %tile iter_args(%m0 = %low, %l0 = %zero) -> (f32, f32) {
        %kv = memref.subview %k[%t, 0] [${TILE}, ${HEAD}] [1, 1] : !tensor to !view
        %vv = memref.subview %v[%t, 0] [${TILE}, ${HEAD}] [1, 1] : !tensor to !view
        %kt = func.call @vx_transfer_k(%kv) : (!view) -> !tile
        %vt = func.call @vx_transfer_v(%vv) : (!view) -> !tile
        %ml1:2 = scf.for %r = %c0 to %tile step %step iter_args(%m = %m0, %l = %l0) -> (f32, f32) {
          %tm = scf.for %j = %c0 to %step step %c1 iter_args(%mx = %low) -> f32 {
            %row = arith.addi %r, %j : index
            %dot = scf.for %d = %c0 to %head step %c1 iter_args(%a = %zero) -> f32 {
              %x = memref.load %qr[%d] : !private
              %h = memref.load %kt[%row, %d] : !tile
              %y = arith.extf %h : f16 to f32
              %p = arith.mulf %x, %y fastmath<contract> : f32
              %w = arith.addf %a, %p fastmath<contract> : f32
              scf.yield %w : f32
            }
            %sij = arith.mulf %dot, %scale : f32
            memref.store %sij, %s[%j] : memref<${STEP}xf32>
            %mx2 = arith.maxnumf %mx, %sij : f32
            scf.yield %mx2 : f32
          }
          %mn = arith.maxnumf %m, %tm : f32
          %dm = arith.subf %m, %mn : f32
          %corr = math.exp %dm fastmath<afn> : f32
          %l2 = arith.mulf %l, %corr : f32
          scf.for %d = %c0 to %head step %c1 {
            %x = memref.load %acc[%d] : !private
            %y = arith.mulf %x, %corr : f32
            memref.store %y, %acc[%d] : !private
          }
          %l3 = scf.for %j = %c0 to %step step %c1 iter_args(%la = %l2) -> f32 {
            %row = arith.addi %r, %j : index
            %sj = memref.load %s[%j] : memref<${STEP}xf32>
            %e = arith.subf %sj, %mn : f32
            %p = math.exp %e fastmath<afn> : f32
            %lb = arith.addf %la, %p : f32
            scf.for %d = %c0 to %head step %c1 {
              %x = memref.load %acc[%d] : !private
              %h = memref.load %vt[%row, %d] : !tile
              %y = arith.extf %h : f16 to f32
              %z = arith.mulf %p, %y fastmath<contract> : f32
              %w = arith.addf %x, %z fastmath<contract> : f32
              memref.store %w, %acc[%d] : !private
            }
            scf.yield %lb : f32
          }
          scf.yield %mn, %l3 : f32, f32
        }
        scf.yield %ml1#0, %ml1#1 : f32, f32
      }
      scf.for %d = %c0 to %head step %c1 {
        %x = memref.load %acc[%d] : !private
        %y = arith.divf %x, %ml#1 : f32
        memref.store %y, %o[%i, %d] : !result
      }
    }
    gpu.return
  }
}
