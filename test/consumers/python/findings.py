"""Checks that the interpreter gives every vector its findings. Usage: findings.py <generated folder>"""
import glob
import json
import sys
from collections import Counter

from portable import Catalogue

generated = sys.argv[1]
catalogue = Catalogue(generated + "/catalogue.json")
count, wrong = 0, 0
for path in sorted(glob.glob(generated + "/vectors/*.json")):
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    for vector in vectors:
        count += 1
        found = Counter(catalogue.check(vector["body"]))
        expected = Counter((finding["rule"], finding["path"], finding["severity"]) for finding in vector["findings"])
        valid = all(severity == "advice" for _, _, severity in found)
        if found != expected or valid != vector["valid"]:
            wrong += 1
            print("%s %s: found %s, expected %s" % (path, vector["id"], sorted(found), sorted(expected)))
print("%d vectors, %d wrong" % (count, wrong))
sys.exit(1 if wrong or not count else 0)
