cc -std=c99 -Iimm/include game.c imm/lib/libimm.a -o game
c++ -std=c++17 -Iimm/include game.cpp imm/lib/libimm.a -o game_cpp
cc -std=c99 -Iimm/include game.c -Limm/lib -limm -Wl,-rpath,"$PWD/imm/lib" -o game_shared
