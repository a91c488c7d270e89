//===- Launch.h - one launch: memory, blocks, threads -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Launch     what all blocks share: global memory regions, findings, the clock
// Worker     one OS thread's shared memory, shadows and stacks
// BlockState one block being run: its threads, barriers, warps
// ThreadState one GPU thread; its first part is read by generated code
#ifndef VX_SIMT_LAUNCH_H
#define VX_SIMT_LAUNCH_H

#include "Coroutine.h"
#include "Lowering.h"
#include "Runtime.h"
#include "Shadow.h"
#include "vx/simt/Simt.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Alignment.h"
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <string>

namespace vx::simt {

class Launch;
struct Worker;

/// Bytes that start \p Past bytes behind a multiple of HostAlign, so that which addresses in them are
/// aligned does not depend on where the host puts them. There is some room behind them. Alignments
/// above HostAlign are judged by the launch's own addresses (Access.cpp).
constexpr uint64_t HostAlign = 256;
class PlacedBytes {
public:
  PlacedBytes(uint64_t Bytes, uint64_t Past)
      : Storage(Bytes + Past + 2 * HostAlign), Size(Bytes) {
    Data = Storage.data() + llvm::offsetToAlignedAddr(Storage.data(), llvm::Align(HostAlign)) + Past;
  }
  PlacedBytes(PlacedBytes &&) = default; // the bytes stay where they are
  char *data() const { return Data; }
  uint64_t size() const { return Size; }

private:
  std::vector<char> Storage;
  char *Data;
  uint64_t Size;
};

/// A piece of global memory that may be accessed.
struct Region {
  uint64_t Low = 0, High = 0; ///< addresses, half open
  uint64_t Start = 0;         ///< what Low is taken for where alignment is judged
  std::string Name;
  bool ReadOnly = false;
  std::unique_ptr<Shadow> Races; ///< with Checks::All
};

/// What is known of one byte of shared memory.
enum ByteState : uint8_t { RedZoneByte, Unfilled, InFlightByte, Filled };
/// Bytes that nothing has filled hold this: a NaN in every float type.
constexpr uint8_t PoisonByte = 0xff;

/// A read whose value is garbage, a finding if the value matters.
struct SuspectRead {
  FindingKind Kind;
  uint32_t Site;
  std::string Message;
};

/// One cp.async between issue and wait.
struct AsyncCopy {
  uint64_t SharedOffset;
  const char *Source;
  uint32_t Bytes, SourceBytes, Site;
  uint64_t Group;
  bool Landed = false;
};

/// Results of a transfer call: the latest ones of a site stay readable.
struct TransferRing {
  static constexpr unsigned Depth = 8;
  std::vector<PlacedBytes> Slots;
  uint64_t Visits = 0;
};

struct ThreadState : ThreadFields {
  enum class Status { Fresh, Ready, Yielded, Blocked, Ended };

  BlockState *Block = nullptr;
  Context Ctx;
  Status State = Status::Fresh;
  char *Stack = nullptr;

  // Happens-before: own clock, what is known of the block's other threads in
  // this epoch (empty: nothing), and of others through atomics.
  uint32_t Clock = 1;
  std::vector<uint32_t> Vector;
  Known Elsewhere;
  bool Fenced = false;

  // What it waits for, for messages, and what it gets.
  uint32_t WaitSite = 0;
  int WaitBarrier = -1;
  uint64_t WaitResult = 0;
  uint32_t WaitPredicate = 0;

  std::vector<AsyncCopy> Copies;
  uint64_t OpenGroup = 0; ///< number of groups committed so far
  std::map<uint32_t, TransferRing> Transfers; ///< by site

  Actor actor() const;
  std::string name() const; ///< "thread (1,0,0) of block (0,0,0)"
};

struct BarrierState {
  uint32_t Arrived = 0, Count = 0, Site = 0, Code = 0;
  bool Active = false;
  uint32_t And = 1, Or = 0, Popc = 0;
  std::vector<ThreadState *> Waiters;
  std::vector<uint32_t> Vector; ///< clocks of those that arrived
  Known Elsewhere;
  /// Site of the first arrival of each warp, for aligned ones.
  std::vector<uint32_t> WarpSite;
};

/// A warp collective that waits for lanes.
struct WarpWait {
  WarpOp Op;
  uint32_t Mask, Site, Arrived = 0;
  ThreadState *Lanes[WarpSize] = {};
  uint64_t Value[WarpSize] = {};
  uint32_t B[WarpSize] = {}, C[WarpSize] = {};
};

struct WarpState {
  uint32_t Live = 0; ///< lanes that have not ended
  std::vector<WarpWait> Waits;
};

class BlockState {
public:
  BlockState(Launch &L, Worker &W, uint32_t Index);
  ~BlockState();
  /// Runs all threads to their end, or until the launch is aborted.
  void run();

  // Called on the stack of the running thread.
  uint32_t barrier(ThreadState &T, uint32_t Code, uint32_t Id, uint32_t Count,
                   uint32_t Pred, uint32_t Site);
  uint64_t warp(ThreadState &T, WarpOp Op, uint32_t Mask, uint64_t Value,
                uint32_t B, uint32_t C, uint32_t *Pred, uint32_t Site);
  void suspend(ThreadState &T, ThreadState::Status S);
  [[noreturn]] void endThread(ThreadState &T);
  void maybePreempt(ThreadState &T);
  /// A copy lands now and then under the random policy.
  void maybeLand(ThreadState &T);

  Launch &L;
  Worker &W;
  uint32_t Index;
  uint32_t Epoch;
  uint32_t Id[3];
  std::vector<ThreadState> Threads;
  uint32_t Live;
  /// Range of sources of copies in flight; empty when Low >= High.
  uint64_t SourceLow = ~0ull, SourceHigh = 0;
  uint32_t CopiesPending = 0;

private:
  ThreadState *pick();
  ThreadState *pickAmong(ThreadState::Status S1, ThreadState::Status S2);
  void resume(ThreadState &T);
  bool resolveQuiescent();
  bool wakeYielded();
  void reportStuck();
  void nextEpoch();
  void completeBarrier(BarrierState &B);
  void arriveClocks(BarrierState &B, ThreadState &T);
  void checkAligned(BarrierState &B, ThreadState &T, uint32_t Site);
  void barrierMismatch(BarrierState &B, ThreadState &T, uint32_t Id,
                       uint32_t Site, const llvm::Twine &What);
  bool barrierReady(const BarrierState &B) const;
  void completeWarp(WarpState &W, WarpWait Wait);
  void recheckAfterEnd(ThreadState &T);

  BarrierState Barriers[NumBarriers];
  std::vector<WarpState> Warps;
  uint32_t SpinRounds = 0;
  uint32_t PreemptIn = 0;
  uint64_t Progress = 0, ProgressAtSpin = 0;
};

/// Per OS thread.
struct Worker {
  Worker(Launch &L, unsigned Index);
  Launch &L;
  std::mt19937_64 Random;
  StackPool Stacks;
  std::vector<char> SharedStorage;
  char *SharedBase = nullptr;
  uint64_t SharedBytes = 0;
  std::vector<uint8_t> SharedInitial; ///< states at a block's start
  std::vector<uint8_t> SharedState;   ///< ByteState
  std::unique_ptr<Shadow> SharedRaces;
  /// Suspect reads of the block, numbered from 1; one for each thread and site.
  std::vector<SuspectRead> Suspects;
  std::map<std::tuple<uint32_t, uint32_t, FindingKind>, uint32_t> SuspectOf;
  Context Scheduler;
  const Region *LastRegion = nullptr;
  uint64_t Barriers = 0, AsyncCopies = 0, Accesses = 0;
  uint64_t Polls = 0;
  uint64_t PlainAccesses = 0; ///< neither atomic nor volatile
};

class Launch {
public:
  Launch(const KernelInfo &Info, Checks Level, const LaunchConfig &Config,
         void (*Entry)(void **), std::vector<void *> Args);

  void addRegion(uint64_t Low, uint64_t Bytes, std::string Name, bool ReadOnly,
                 uint64_t Start);
  void sortRegions();
  const Region *findRegion(uint64_t Address) const;
  /// "16 bytes past the end of buffer 'a' (64 bytes)".
  std::string describe(uint64_t Address, const ThreadState *T) const;
  std::string describeShared(uint64_t Offset) const;

  LaunchResult run();

  /// Adds a finding at \p Site; \p Other makes pairs of sites distinct.
  void report(FindingKind Kind, const ThreadState &T, uint32_t Site,
              const llvm::Twine &Message, uint32_t Other = 0);
  /// The same, and ends the launch.
  [[noreturn]] void fail(FindingKind Kind, ThreadState &T, uint32_t Site,
                         const llvm::Twine &Message);
  /// Leaves the running thread for good when the launch is aborted.
  void leaveIfAborted(ThreadState &T);
  bool pastDeadline();
  const Site &site(uint32_t Index) const { return Info.Sites[Index]; }
  bool racesChecked() const { return Level == Checks::All; }
  std::string threadName(uint32_t Block, uint32_t Thread) const;

  const KernelInfo &Info;
  const Checks Level;
  const LaunchConfig Config;
  void (*const Entry)(void **);
  std::vector<void *> Args;
  uint64_t DynamicShared;
  std::atomic<bool> Aborted{false};
  std::atomic<uint32_t> NextEpoch{1};
  /// What was released through each atomic variable.
  std::map<uint64_t, Known> Released;
  std::string Printed;
  std::mutex Lock;
  std::deque<PlacedBytes> Heap;

private:
  void runWorker(unsigned Index, const std::vector<uint32_t> &Order,
                 std::atomic<size_t> &Next);
  std::vector<uint32_t> blockOrder() const;

  std::deque<Region> Regions;
  std::vector<const Region *> Sorted;
  LaunchResult Result;
  std::map<std::tuple<FindingKind, uint32_t, uint32_t>, size_t> Seen;
  std::chrono::steady_clock::time_point Start;
};

/// The thread that runs on this OS thread.
ThreadState *currentThread();
void setCurrentThread(ThreadState *T);

/// Copies \p T's cp.async of the groups that its wait completes: all but the
/// newest \p Pending committed ones; \p All takes uncommitted ones too.
void waitForCopies(ThreadState &T, uint64_t Pending, bool All);
void issueCopy(ThreadState &T, char *Dest, const char *Source, uint32_t Bytes,
               uint32_t SourceBytes, uint32_t Site);
void landRandomCopy(ThreadState &T);
/// A store to global memory against the sources of copies in flight.
void checkStoreAgainstCopies(ThreadState &T, uint64_t Low, uint64_t High,
                             uint32_t Site);
std::string copyHolding(const BlockState &B, uint64_t SharedOffset);

/// Where an address points, after its range was found accessible.
struct Place {
  enum class Kind { Shared, Global, Private } What;
  uint64_t Offset = 0;
  const Region *R = nullptr;
};
Place checkRange(ThreadState &T, uint64_t Address, uint64_t Size,
                 uint32_t AlignLog2, uint32_t Site, bool Write);
void checkRead(ThreadState &T, uint64_t Address, uint64_t Size,
               uint32_t AlignLog2, uint32_t Site);
/// The same for a load whose value is followed; \p Lanes of equal size. The
/// answer is Runtime.h's.
uint64_t checkReadValue(ThreadState &T, uint64_t Address, uint64_t Size,
                        uint32_t AlignLog2, uint32_t Site, uint32_t Lanes);
/// The value of suspect read \p Number matters at \p Site.
void reportGarbage(ThreadState &T, uint32_t Number, uint32_t Site);
void checkWrite(ThreadState &T, uint64_t Address, uint64_t Size,
                uint32_t AlignLog2, uint32_t Site);
/// \p Bits: AtomicAcquires and so on.
void checkAtomic(ThreadState &T, uint64_t Address, uint64_t Size,
                 uint32_t AlignLog2, uint32_t Site, uint32_t Bits);

/// Name and address of every run-time function.
void forEachRuntimeSymbol(
    llvm::function_ref<void(llvm::StringRef, void *)> Visit);

} // namespace vx::simt

#endif // VX_SIMT_LAUNCH_H
