#!/usr/bin/env python3
"""Holds JSON documents against a JSON schema: check.py [--strict] SCHEMA DOCUMENT...

With --strict, objects may have no fields but those that the schema describes: the published schema lets readers of a
result ignore fields that are new to them, but Euclase itself may write none that the schema does not tell about.
"""

import json
import sys

import jsonschema


COMBINED = ("oneOf", "anyOf", "allOf")


def describes_fields(schema):
    return "properties" in schema and schema.get("type", "object") == "object"


def combines(schema):
    """Whether an object is described in several places."""
    return describes_fields(schema) and any(key in schema for key in (*COMBINED, "$ref"))


def parts(schema, is_part=False):
    """The definitions that describe only a part of the objects that refer to them."""
    found = set()
    if isinstance(schema, list):
        for each in schema:
            found |= parts(each, is_part)
    elif isinstance(schema, dict):
        if "$ref" in schema and (is_part or combines(schema)):
            found.add(schema["$ref"].rpartition("/")[2])
        for key, each in schema.items():
            found |= parts(each, (is_part or combines(schema)) and key in COMBINED)
    return found


def close(schema, partial, is_part=False):
    """Forbids fields that are not described, wherever fields are described.

    What describes a part of an object leaves that to the whole, which knows which fields there are.
    """
    if isinstance(schema, list):
        for each in schema:
            close(each, partial, is_part)
    elif isinstance(schema, dict):
        for key, each in schema.items():
            if key == "$defs":
                for name, definition in each.items():
                    close(definition, partial, name in partial)
            # Conditions only look at some fields of an object that is described elsewhere.
            elif key not in ("if", "then", "else"):
                close(each, partial, (is_part or combines(schema)) and key in COMBINED)
        if describes_fields(schema) and not is_part:
            schema.setdefault("unevaluatedProperties" if combines(schema) else "additionalProperties", False)


def main():
    arguments = sys.argv[1:]
    strict = arguments[:1] == ["--strict"]
    schema_file, *documents = arguments[strict:]
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    if strict:
        close(schema, parts(schema))
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
