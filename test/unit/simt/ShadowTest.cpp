//===- ShadowTest.cpp - what is ordered and what races -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "simt/Shadow.h"
#include "gtest/gtest.h"

using namespace vx::simt;

namespace {

struct Race {
  uint64_t Byte;
  uint32_t Site;
  bool Wrote;
  bool operator==(const Race &) const = default;
};

/// One region, accessed by threads of one or more blocks.
class ShadowTest : public testing::Test {
protected:
  Shadow S{64, /*OneBlock=*/false};
  std::vector<Race> Races;

  static Actor at(uint32_t Block, uint32_t Epoch, uint16_t Thread) {
    return {Block, Epoch, /*Clock=*/1, Thread, nullptr, nullptr};
  }
  void write(const Actor &A, uint64_t Offset, uint64_t Size, uint32_t Site,
             bool Atomic = false) {
    S.write(Offset, Size, A, Site, Atomic, add());
  }
  void read(const Actor &A, uint64_t Offset, uint64_t Size, uint32_t Site,
            bool Atomic = false) {
    S.read(Offset, Size, A, Site, Atomic, add());
  }

private:
  std::function<void(uint64_t, const Stamp &, bool)> Add =
      [this](uint64_t Byte, const Stamp &Other, bool Wrote) {
        Races.push_back({Byte, Other.Site, Wrote});
      };
  Shadow::OnRace add() { return Add; }
};

TEST_F(ShadowTest, OneThreadNeverRacesWithItself) {
  write(at(0, 1, 0), 0, 4, 1);
  read(at(0, 1, 0), 0, 4, 2);
  write(at(0, 1, 0), 0, 4, 3);
  EXPECT_TRUE(Races.empty());
}

TEST_F(ShadowTest, WriteThenReadInOneEpoch) {
  write(at(0, 1, 0), 8, 4, 1);
  read(at(0, 1, 1), 8, 4, 2);
  EXPECT_EQ(Races, (std::vector<Race>{{8, 1, true}}));
}

TEST_F(ShadowTest, BarrierOrders) {
  write(at(0, 1, 0), 8, 4, 1);
  read(at(0, 2, 1), 8, 4, 2);
  write(at(0, 3, 2), 8, 4, 3);
  EXPECT_TRUE(Races.empty());
}

TEST_F(ShadowTest, ReadThenWriteFindsEitherReader) {
  read(at(0, 1, 0), 0, 4, 1);
  read(at(0, 1, 1), 0, 4, 2);
  write(at(0, 1, 1), 0, 4, 3); // thread 0's read, not its own
  EXPECT_EQ(Races, (std::vector<Race>{{0, 1, false}}));
}

TEST_F(ShadowTest, NeighbouringBytesDoNotRace) {
  write(at(0, 1, 0), 0, 1, 1);
  write(at(0, 1, 1), 1, 1, 2);
  write(at(0, 1, 2), 2, 2, 3);
  EXPECT_TRUE(Races.empty());
  read(at(0, 1, 3), 1, 1, 4);
  EXPECT_EQ(Races, (std::vector<Race>{{1, 2, true}}));
}

TEST_F(ShadowTest, WideAccessOverSplitCell) {
  write(at(0, 1, 0), 3, 1, 1);
  read(at(0, 1, 1), 0, 8, 2);
  EXPECT_EQ(Races, (std::vector<Race>{{3, 1, true}}));
}

TEST_F(ShadowTest, BlocksAreNeverOrderedByEpochs) {
  write(at(0, 1, 0), 0, 4, 1);
  read(at(1, 9, 0), 0, 4, 2);
  EXPECT_EQ(Races, (std::vector<Race>{{0, 1, true}}));
}

TEST_F(ShadowTest, ReaderOfAnotherBlockIsRemembered) {
  read(at(0, 1, 0), 0, 4, 1);
  read(at(1, 2, 0), 0, 4, 2);
  read(at(0, 3, 5), 0, 4, 3);
  write(at(0, 4, 5), 0, 4, 4); // block 1's read
  EXPECT_EQ(Races, (std::vector<Race>{{0, 2, false}}));
}

TEST_F(ShadowTest, AtomicsAreExemptAmongThemselves) {
  write(at(0, 1, 0), 0, 4, 1, /*Atomic=*/true);
  write(at(1, 2, 0), 0, 4, 2, /*Atomic=*/true);
  EXPECT_TRUE(Races.empty());
  read(at(1, 2, 1), 0, 4, 3);
  EXPECT_EQ(Races, (std::vector<Race>{{0, 2, true}}));
}

TEST_F(ShadowTest, VectorClockOrdersPartOfABlock) {
  write(at(0, 1, 0), 0, 4, 1);
  write(at(0, 1, 1), 4, 4, 2);
  std::vector<uint32_t> Clocks = {1, 0, 0}; // thread 0 is known, thread 1 not
  Actor A = at(0, 1, 2);
  A.Vector = &Clocks;
  read(A, 0, 8, 3);
  EXPECT_EQ(Races, (std::vector<Race>{{4, 2, true}}));
}

TEST_F(ShadowTest, SharedMemoryForgetsEarlierBlocks) {
  Shadow Shared(64, /*OneBlock=*/true);
  unsigned Found = 0;
  auto Count = [&](uint64_t, const Stamp &, bool) { ++Found; };
  Shared.write(0, 4, at(0, 1, 0), 1, false, Count);
  Shared.read(0, 4, at(1, 2, 3), 2, false, Count);
  EXPECT_EQ(Found, 0u);
}

TEST(Known, CoversWhatWasReleased) {
  Known K;
  EXPECT_TRUE(K.empty());
  K.addBlock(2, 7);
  K.addThread(2, 4, 7, 3);
  EXPECT_TRUE(K.covers({2, 6, 9, 0, 1, false}));  // an earlier epoch
  EXPECT_FALSE(K.covers({2, 7, 1, 0, 1, false})); // the same, another thread
  EXPECT_TRUE(K.covers({2, 7, 3, 0, 4, false}));
  EXPECT_FALSE(K.covers({2, 7, 4, 0, 4, false})); // after the release
  EXPECT_FALSE(K.covers({3, 1, 1, 0, 4, false}));
}

} // namespace
