// Placeholders for phases that land separately; each refuses.
#include "vx/Participation.h"
using namespace llvm;
namespace vx {
static void missing(DiagnosticSink &Sink, const char *What) {
  Sink.report(Diag::Internal, Twine(What) + " is not linked");
}
__attribute__((weak)) ParticipationPlan
planParticipation(Function &, ArrayRef<Instruction *>, AAResults &,
                  DiagnosticSink &Sink) {
  return {};
}
__attribute__((weak)) bool applyParticipation(Function &,
                                              ArrayRef<Instruction *>,
                                              AAResults &,
                                              DiagnosticSink &Sink) {
  missing(Sink, "participation");
  return false;
}
__attribute__((weak)) void ParticipationPlan::print(raw_ostream &) const {}
} // namespace vx
