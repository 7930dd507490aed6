# The examples of this release: `make` builds those for this processor, `make play` shows a game. Each
# example describes itself at its beginning. Needs a C compiler, but no Rust.

CC ?= cc
CXX ?= c++
CFLAGS ?= -O2
CXXFLAGS ?= -O2
EXE ?=
IMM ?= ..

games := connect_four dots_and_boxes hex backgammon chinese_checkers game_2048
programs := quickstart own_game pig play $(games) own_game_cpp connect_four_cpp
c = $(CC) -std=c11 $(CFLAGS) -I$(IMM)/include
cxx = $(CXX) -std=c++17 $(CXXFLAGS) -I$(IMM)/include
library := $(IMM)/lib/libimm.a

.PHONY: all play clean
all: $(addsuffix $(EXE),$(programs))

play: play$(EXE)
	./play$(EXE) breakthrough --watch --ms 20

play$(EXE): play.c board.c board.h console.c console.h pages.h $(library)
	$(c) -pthread play.c board.c console.c $(library) $(LDFLAGS) -o $@

$(addsuffix $(EXE),$(games)): %$(EXE): %.c console.c console.h $(library)
	$(c) $< console.c $(library) $(LDFLAGS) -o $@

%_cpp$(EXE): %.cpp $(library)
	$(cxx) $< $(library) $(LDFLAGS) -o $@

%$(EXE): %.c $(library)
	$(c) $< $(library) $(LDFLAGS) -o $@

clean:
	rm -f $(addsuffix $(EXE),$(programs))
