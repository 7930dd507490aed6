/* Arduino's tools compile this file if the package has no folder for the board's processor. This
 * is the case for AVR and for Xtensa (ESP32, ESP32-S2, ESP32-S3). */
#error "imm has no precompiled library for this board: see its README.md"
