/* Arduino's tools compile this where no folder beside it is for the board's processor: so for AVR
 * and for Xtensa (ESP32, S2, S3). */
#error "imm has no precompiled library for this board: see its README.md"
