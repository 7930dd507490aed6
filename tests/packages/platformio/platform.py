from platformio.public import PlatformBase


class Imm_boardsPlatform(PlatformBase):
    pass
