"""Are these bills what the schema of CycloneDX 1.5 says? python3 packaging/supply-chain/validate.py FILE...

Needs cyclonedx-python-lib[json-validation]. `./tests/run release` calls it.
"""

import json
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def main() -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_5)
    texts = {path: Path(path).read_text(encoding="utf-8") for path in sys.argv[1:]}
    for path, text in texts.items():
        if error := validator.validate_str(text):
            sys.exit(f"{path}: {error}")
        if not validator.validate_str(json.dumps({**json.loads(text), "specVersion": 7})):
            sys.exit(f"{path}: a mistake in it would not be noticed")
    print(f"{len(texts)} bills are CycloneDX 1.5")


if __name__ == "__main__":
    main()
