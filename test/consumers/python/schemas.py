"""Runs the vectors through the published JSON Schemas with the jsonschema library. Usage: schemas.py <generated folder>"""
import glob
import json
import os
import sys

from jsonschema import Draft7Validator, Draft202012Validator

generated = sys.argv[1]
dialects = {"": Draft202012Validator, "draft-07/": Draft7Validator}
count, wrong, beyond = 0, 0, []
for path in sorted(glob.glob(generated + "/vectors/*.json")):
    model = os.path.basename(path)[: -len(".json")]
    schema_name = "submit" if model == "request" else model
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    for folder, library in dialects.items():
        with open("%s/json-schema/%s%s.schema.json" % (generated, folder, schema_name), encoding="utf-8") as file:
            schema = json.load(file)
        library.check_schema(schema)
        validator = library(schema)
        for vector in vectors:
            if vector.get("schema", True) is False:
                beyond += [] if folder else ["%s %s" % (model, vector["id"])]
                continue
            count += 1
            if validator.is_valid(vector["body"]) != vector["valid"]:
                wrong += 1
                print("%s%s %s: the schema does not say valid=%s" % (folder, model, vector["id"], vector["valid"]))
print("%d agree, %d differ; beyond JSON Schema: %s" % (count - wrong, wrong, ", ".join(beyond) or "none"))
sys.exit(1 if wrong or not count else 0)
