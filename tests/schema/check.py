#!/usr/bin/env python3
"""Holds JSON documents against a JSON schema: check.py [--strict] SCHEMA DOCUMENT...

With --strict, objects may have no fields but those that the schema describes: the published schema lets readers of a
result ignore fields that are new to them, but Euclase itself may write none that the schema does not tell about.
"""

import json
import sys

import jsonschema


def close(schema):
    """Forbids fields that are not described, wherever fields are described."""
    if isinstance(schema, list):
        for part in schema:
            close(part)
    elif isinstance(schema, dict):
        for key, part in schema.items():
            # Conditions only look at some fields of an object that is described elsewhere.
            if key not in ("if", "then", "else", "allOf"):
                close(part)
        if "properties" in schema and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)


def main():
    arguments = sys.argv[1:]
    strict = arguments[:1] == ["--strict"]
    schema_file, *documents = arguments[strict:]
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    if strict:
        close(schema)
    validator = kind(schema, format_checker=jsonschema.FormatChecker())
    wrong = 0
    for document in documents:
        with open(document, encoding="utf-8") as file:
            instance = json.load(file)
        for error in validator.iter_errors(instance):
            best = jsonschema.exceptions.best_match([error])
            print(f"{document}: at {best.json_path}: {best.message[:300]}")
            wrong += 1
    sys.exit(1 if wrong or not documents else 0)


if __name__ == "__main__":
    main()
