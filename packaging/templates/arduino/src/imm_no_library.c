/* Arduino's tools compile this file if the package has no folder for the board's processor: for AVR
 * and for Xtensa (ESP32, S2, S3). */
#error "imm has no precompiled library for this board: see its README.md"
