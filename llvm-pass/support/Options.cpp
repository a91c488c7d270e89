//===- Options.cpp - parameters of vx-placement -*- C++ -*-===//
//
// Part of the Vx placement project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "vx/Options.h"
#include "vx/ParameterWords.h"
#include "vx/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;

namespace vx {

namespace {
using Setter = Error (*)(PlacementOptions &, StringRef Value);

struct Parameter {
  StringLiteral Name;
  bool HasValue;
  Setter Set;
};

Error setSm(PlacementOptions &O, StringRef Value) {
  O.Sm = Value.str(); // an unknown sm is VX401, with the list of known ones
  return Error::success();
}

Error setPtx(PlacementOptions &O, StringRef Value) {
  if (!parsePtx(Value))
    return badParameter("'ptx=", Value,
                        "' is not a PTX version such as 78, 7.8");
  O.Ptx = Value.str();
  return Error::success();
}

Error setStages(PlacementOptions &O, StringRef Value) {
  unsigned Stages;
  if (Value.getAsInteger(10, Stages) || Stages < MinStagesParam ||
      Stages > MaxStagesParam)
    return badParameter("'stages=", Value, "' is not a number from ",
                        MinStagesParam, " to ", MaxStagesParam);
  O.Stages = Stages;
  return Error::success();
}

Error setCrossing(PlacementOptions &O, StringRef Value) {
  if (Value == "sequenced")
    O.ForceCrossing = Crossing::Sequenced;
  else if (Value == "streamed")
    O.ForceCrossing = Crossing::Streamed;
  else
    return badParameter("'crossing=", Value,
                        "' is neither 'sequenced' nor 'streamed'");
  return Error::success();
}

Error setOnly(PlacementOptions &O, StringRef Value) {
  O.Only = Value.str(); // whether such a tile exists is VX119
  return Error::success();
}

Error setPad(PlacementOptions &O, StringRef Value) {
  unsigned Bytes;
  if (Value == "auto")
    O.Pad = std::nullopt;
  else if (Value == "off")
    O.Pad = 0;
  else if (!Value.getAsInteger(10, Bytes) && Bytes && Bytes <= MaxPadParam && Bytes % PadUnit == 0)
    O.Pad = Bytes;
  else
    return badParameter("'pad=", Value, "' is neither 'auto', 'off' nor a multiple of ", PadUnit,
                        " bytes up to ", MaxPadParam);
  return Error::success();
}

Error setParticipation(PlacementOptions &O, StringRef Value) {
  if (Value == "auto")
    O.Participation = ParticipationPolicy::Auto;
  else if (Value == "vote")
    O.Participation = ParticipationPolicy::Vote;
  else
    return badParameter("'participation=", Value, "' is neither 'auto' nor 'vote'");
  return Error::success();
}

template <bool PlacementOptions::*Field>
Error setFlag(PlacementOptions &O, StringRef) {
  O.*Field = true;
  return Error::success();
}

constexpr Parameter Parameters[] = {
    {"sm", true, setSm},
    {"ptx", true, setPtx},
    {"stages", true, setStages},
    {"crossing", true, setCrossing},
    {"strip", false, setFlag<&PlacementOptions::Strip>},
    {"only", true, setOnly},
    {"pad", true, setPad},
    {"participation", true, setParticipation},
    {"dry-run", false, setFlag<&PlacementOptions::DryRun>},
    {"allow-undefined", false, setFlag<&PlacementOptions::AllowUndefined>},
};

} // namespace

Expected<PlacementOptions> parsePlacementOptions(StringRef Params) {
  PlacementOptions O;
  auto Known = map_to_vector(
      Parameters, [](const Parameter &P) { return ParameterWord{P.Name, P.HasValue}; });
  auto Set = [&](size_t Row, StringRef Value) { return Parameters[Row].Set(O, Value); };
  if (Error E = readParameterWords(Params, Known, Set))
    return std::move(E);
  return O;
}

StringRef placementOptionsHelp() {
  return "sm=<nn[a|f]>           target, over the functions' target-cpu\n"
         "ptx=<version>          PTX version, over the functions' +ptxNN\n"
         "stages=<1..8>          ring depth of all streamed tiles\n"
         "crossing=<how>         sequenced or streamed, for all tiles\n"
         "strip                  drop every request, keep the global loads\n"
         "only=<tile>            place this tile alone, strip the others\n"
         "pad=<bytes>            behind each row of a tile; auto or off\n"
         "participation=<how>    auto, or vote: no guard is answered by one thread\n"
         "dry-run                all diagnostics, the module stays as it is\n"
         "allow-undefined        undefined functions are linked later\n";
}

} // namespace vx
