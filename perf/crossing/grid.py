"""What is varied, for the builder, the runner and the scorer alike."""

KIB = 1024
THREADS = 256
TILES = tuple(KIB << n for n in range(7))  # bytes
FORMS = {"lsb": ("sequenced", 1), "cp1": ("streamed", 1), "ring2": ("streamed", 2), "ring3": ("streamed", 3),
         "ring4": ("streamed", 4)}  # form of suite.py, stages
USES = ("touch", "full")
SOURCES = ("hbm", "l2")
SHARED_LIMIT = {"80": 163 * KIB, "90": 227 * KIB}  # bytes of one block


def fits(form, tile, sm):
    return FORMS[form][1] * tile <= SHARED_LIMIT.get(sm, 99 * KIB)


def composite_ident(form, tile, use):
    return f"crossing.{form}.{tile // KIB}k.{use}"


def legs_ident(tile):
    return f"legs.{tile // KIB}k"
