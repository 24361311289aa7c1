"""Reads every valid vector into the classes quicktype made and writes it again. Usage: roundtrip.py <generated> <classes>"""
import importlib.util
import json
import sys

generated, classes = sys.argv[1:]
with open(generated + "/catalogue.json", encoding="utf-8") as file:
    models = [model for model in json.load(file)["models"] if model["reference"]]
count, wrong = 0, 0


def nulls(value):
    """The names of members that are null somewhere."""
    if not isinstance(value, dict):
        return set()
    return {name for name, each in value.items() if each is None}.union(*map(nulls, value.values()))


def without(value, names):
    """A value without null where a member takes it: the classes leave it out, and to the service that is the same."""
    if not isinstance(value, dict):
        return value
    return {name: without(each, names) for name, each in value.items() if each is not None or name not in names}


for model in models:
    name = model["codegenName"]
    spec = importlib.util.spec_from_file_location(name, "%s/%s.py" % (classes, name.lower()))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with open("%s/vectors/%s.json" % (generated, model["id"]), encoding="utf-8") as file:
        vectors = json.load(file)
    # quicktype writes a date as a date and time. No published model has one; where that is repaired, this fails.
    dates = [parameter["name"] for parameter in model["parameters"] if parameter.get("format") == "date"]
    valid = [vector for vector in vectors if vector["valid"]]
    nullable = set().union(*(nulls(vector["body"]) for vector in valid))
    for vector in valid:
        count += 1
        again = module.Request.from_dict(vector["body"]).to_dict()
        wanted = {name: value + "T00:00:00" if name in dates else value for name, value in vector["body"].items()}
        if without(again, nullable) != without(wanted, nullable):
            wrong += 1
            print("%s %s: %s" % (model["id"], vector["id"], str(again)[:200]))
print("%d valid vectors of %d models read and written, %d changed" % (count, len(models), wrong))
sys.exit(1 if wrong or not count else 0)
