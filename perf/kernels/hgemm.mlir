// C = A * B, f16 in, f32 accumulated and out, without tensor cores, row-major. A block of 256 threads computes 64 x 64 of C,
// a thread 4 x 4; A and B are placed in tiles of 64 x BK and BK x 64. The thread's accumulators and fragments are private arrays.
//
// PARAM M=4096
// PARAM N=4096
// PARAM K=4096
// PARAM BK=16
// PARAM CROSSING=streamed  or sequenced
// PARAM STAGES=2
#a_row = strided<[${K}, 1], offset: ?>
#b_row = strided<[${N}, 1], offset: ?>
!a = memref<${M}x${K}xf16>
!b = memref<${K}x${N}xf16>
!c = memref<${M}x${N}xf32>
!a_view = memref<64x${BK}xf16, #a_row>
!b_view = memref<${BK}x64xf16, #b_row>
!a_tile = memref<64x${BK}xf16>
!b_tile = memref<${BK}x64xf16>
gpu.module @vx_kernels {
  func.func private @vx_transfer_a(!a_view) -> !a_tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "a"], ["vx.element", "2"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  func.func private @vx_transfer_b(!b_view) -> !b_tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "b"], ["vx.element", "2"], ["vx.align", "16"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @hgemm(%a: !a, %b: !b, %c: !c) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %bk = arith.constant ${BK} : index
    %k = arith.constant ${K} : index
    %zero = arith.constant 0.0 : f32
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %t = gpu.thread_id x
    %tx = arith.remui %t, %c16 : index
    %ty = arith.divui %t, %c16 : index
    %row0 = arith.muli %by, %c64 : index
    %col0 = arith.muli %bx, %c64 : index
    %tr = arith.muli %ty, %c4 : index
    %tc = arith.muli %tx, %c4 : index
    %acc = memref.alloca() : memref<4x4xf32>
    %fa = memref.alloca() : memref<4xf32>
    %fb = memref.alloca() : memref<4xf32>
    scf.for %r = %c0 to %c4 step %c1 {
      scf.for %s = %c0 to %c4 step %c1 {
        memref.store %zero, %acc[%r, %s] : memref<4x4xf32>
      }
    }
    scf.for %p = %c0 to %k step %bk {
      %av = memref.subview %a[%row0, %p] [64, ${BK}] [1, 1] : !a to !a_view
      %bv = memref.subview %b[%p, %col0] [${BK}, 64] [1, 1] : !b to !b_view
      %at = func.call @vx_transfer_a(%av) : (!a_view) -> !a_tile
      %bt = func.call @vx_transfer_b(%bv) : (!b_view) -> !b_tile
      scf.for %kk = %c0 to %bk step %c1 {
        scf.for %r = %c0 to %c4 step %c1 {
          %ar = arith.addi %tr, %r : index
          %xh = memref.load %at[%ar, %kk] : !a_tile
          %x = arith.extf %xh : f16 to f32
          memref.store %x, %fa[%r] : memref<4xf32>
          %bc = arith.addi %tc, %r : index
          %yh = memref.load %bt[%kk, %bc] : !b_tile
          %y = arith.extf %yh : f16 to f32
          memref.store %y, %fb[%r] : memref<4xf32>
        }
        scf.for %r = %c0 to %c4 step %c1 {
          %x = memref.load %fa[%r] : memref<4xf32>
          scf.for %s = %c0 to %c4 step %c1 {
            %y = memref.load %fb[%s] : memref<4xf32>
            %z = memref.load %acc[%r, %s] : memref<4x4xf32>
            %m = arith.mulf %x, %y fastmath<contract> : f32
            %n = arith.addf %z, %m fastmath<contract> : f32
            memref.store %n, %acc[%r, %s] : memref<4x4xf32>
          }
        }
      }
    }
    scf.for %r = %c0 to %c4 step %c1 {
      %rr = arith.addi %row0, %tr : index
      %cr = arith.addi %rr, %r : index
      scf.for %s = %c0 to %c4 step %c1 {
        %z = memref.load %acc[%r, %s] : memref<4x4xf32>
        %ss = arith.addi %col0, %tc : index
        %cs = arith.addi %ss, %s : index
        memref.store %z, %c[%cr, %cs] : !c
      }
    }
    gpu.return
  }
}
