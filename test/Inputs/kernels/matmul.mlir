// C = A * B with a 2-D block that computes BM x BN of C. The two tiles differ in
// shape and element type: A is f16 and BM x BK, B is f32 and BK x BN; their bases
// depend on the block alone.
//
// PARAM M=64
// PARAM N=64
// PARAM K=128
// PARAM BM=16
// PARAM BN=32
// PARAM BK=32
// PARAM CROSSING=sequenced  or streamed
// PARAM STAGES=2
// PARAM ALIGN_A=16  what A's rows are asserted to be aligned to, in bytes
#a_row = strided<[${K}, 1], offset: ?>
#b_row = strided<[${N}, 1], offset: ?>
!a = memref<${M}x${K}xf16>
!b = memref<${K}x${N}xf32>
!c = memref<${M}x${N}xf32>
!a_view = memref<${BM}x${BK}xf16, #a_row>
!b_view = memref<${BK}x${BN}xf32, #b_row>
!a_tile = memref<${BM}x${BK}xf16>
!b_tile = memref<${BK}x${BN}xf32>
gpu.module @vx_kernels {
  func.func private @vx_transfer_a(!a_view) -> !a_tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "a"], ["vx.element", "2"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"], ["vx.align", "${ALIGN_A}"]]}
  func.func private @vx_transfer_b(!b_view) -> !b_tile attributes {passthrough = ["convergent", "nounwind", ["vx.transfer", "smem"], ["vx.name", "b"], ["vx.element", "4"], ["vx.crossing", "${CROSSING}"], ["vx.stages", "${STAGES}"]]}
  gpu.func @matmul(%a: !a, %b: !b, %c: !c) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bm = arith.constant ${BM} : index
    %bn = arith.constant ${BN} : index
    %bk = arith.constant ${BK} : index
    %k = arith.constant ${K} : index
    %zero = arith.constant 0.0 : f32
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %dx = gpu.block_dim x
    %dy = gpu.block_dim y
    %row0 = arith.muli %by, %bm : index
    %col0 = arith.muli %bx, %bn : index
    scf.for %r = %ty to %bm step %dy {
      scf.for %s = %tx to %bn step %dx {
        %row = arith.addi %row0, %r : index
        %col = arith.addi %col0, %s : index
        %sum = scf.for %t = %c0 to %k step %bk iter_args(%acc = %zero) -> f32 {
          %av = memref.subview %a[%row0, %t] [${BM}, ${BK}] [1, 1] : !a to !a_view
          %bv = memref.subview %b[%t, %col0] [${BK}, ${BN}] [1, 1] : !b to !b_view
          %at = func.call @vx_transfer_a(%av) : (!a_view) -> !a_tile
          %bt = func.call @vx_transfer_b(%bv) : (!b_view) -> !b_tile
          %part = scf.for %i = %c0 to %bk step %c1 iter_args(%p = %acc) -> f32 {
            %x = memref.load %at[%r, %i] : !a_tile
            %xf = arith.extf %x : f16 to f32
            %y = memref.load %bt[%i, %s] : !b_tile
            %z = arith.mulf %xf, %y fastmath<contract> : f32
            %w = arith.addf %p, %z fastmath<contract> : f32
            scf.yield %w : f32
          }
          scf.yield %part : f32
        }
        memref.store %sum, %c[%row, %col] : !c
      }
    }
    gpu.return
  }
}
