#!/usr/bin/env python3
"""Holds JSON documents against a JSON schema: check.py [--strict] SCHEMA DOCUMENT...

With --strict, objects may have no fields but those that the schema describes: the published schema lets readers of a
result ignore fields that are new to them, but Euclase itself may write none that the schema does not tell about.
"""

import json
import sys

import jsonschema


COMBINED = ("oneOf", "anyOf", "allOf")


def close(schema, is_part=False):
    """Forbids fields that are not described, wherever fields are described.

    What is combined with other descriptions of the same object is a part of it: the whole knows which fields there are.
    """
    if isinstance(schema, list):
        for part in schema:
            close(part, is_part)
    elif isinstance(schema, dict):
        is_object = "properties" in schema and schema.get("type", "object") == "object"
        combines = is_object and any(key in schema for key in COMBINED)
        for key, part in schema.items():
            # Conditions only look at some fields of an object that is described elsewhere.
            if key not in ("if", "then", "else"):
                close(part, (is_part or combines) and key in COMBINED)
        if is_object and not is_part:
            schema.setdefault("unevaluatedProperties" if combines else "additionalProperties", False)


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
