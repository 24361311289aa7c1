"""Portable findings in Python: reads catalogue.json and nothing else. Specified in generated/docs/portable-findings.md."""
import json
import math
import re
from functools import lru_cache
from typing import Any, Dict, List, NamedTuple

import over_numbers

TYPES = {
    "prompt": "string", "string": "string", "boolean": "boolean", "integer": "integer", "number": "number",
    "object": "object", "union": "object", "map": "object", "media": "array", "list": "array", "array": "array",
}
ABSENT = object()


class Finding(NamedTuple):
    rule: str
    path: str
    severity: str


class Catalogue:
    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.models = {model["id"]: model for model in data["models"]}
        self.severities = {kind["rule"]: kind["severity"] for kind in data["findings"]}
        self.text = data["text"]
        self.within = lru_cache(maxsize=None)(self.within)

    def check(self, body: Any) -> List[Finding]:
        """The findings of one request body. Never raises on JSON."""
        if not isinstance(body, dict):
            return [self.finding("body", "")]
        name = body.get("model")
        if not isinstance(name, str) or name not in self.models:
            rule = "required" if "model" not in body else "null" if name is None else "type" if not isinstance(name, str) else "model-unknown"
            return [self.finding(rule, "/model")]
        model = self.models[name]
        findings = [self.finding("model-deprecated", "/model")] if "deprecated" in model else []
        if not model["reference"]:
            return findings + [self.finding("no-reference", "/model")]
        known = {parameter["name"] for parameter in model["parameters"]} | {"model"}
        findings += [self.finding("unknown-parameter", pointer(key)) for key in body if key not in known]
        for parameter in model["parameters"]:
            value, path = body.get(parameter["name"], ABSENT), pointer(parameter["name"])
            own = self.check_parameter(parameter, value, path, body)
            findings += own + self.check_dates(parameter, value, path, own)
        for rule in model["rules"]:
            if not satisfies(rule["schema"], body):
                taking_part = [key for key in rule["parameters"] if body.get(key) not in (None, [])]
                findings.append(Finding(rule["id"], pointer((taking_part or rule["parameters"])[0]), rule["severity"]))
        return findings

    def finding(self, rule: str, path: str) -> Finding:
        return Finding(rule, path, self.severities[rule])

    def check_parameter(self, parameter: Dict[str, Any], value: Any, path: str, body: Dict[str, Any]) -> List[Finding]:
        kind = parameter["kind"]
        if value is ABSENT:
            return [self.finding("required", path)] if parameter["required"] else []
        if value is None:
            return [] if parameter.get("nullable") else [self.finding("null", path)]
        wanted = "string" if parameter.get("single") else parameter["type"] if kind == "enum" else TYPES[kind]
        if wanted != "mixed" and not is_type(value, wanted):
            return [self.finding("type", path)]
        if kind == "enum":
            if not any(equal(value, allowed) for allowed in parameter["values"]):
                return [self.finding("enum", path)]
            return self.check_options(parameter, value, path)
        if kind in ("integer", "number"):
            return self.check_number(parameter, value, path)
        if kind == "string" and "list" in parameter:
            return self.check_listed(parameter, value, path) + self.check_options(parameter, value, path)
        if kind == "string":
            return self.check_text(parameter, value, path)
        if kind == "prompt":
            findings = self.check_text(parameter, value, path)
            return findings + self.check_limits(parameter["limits"], value, path) + self.check_tokens(parameter["tokens"], value, body, path)
        if kind == "object":
            return self.check_members(parameter, value, path, body)
        if kind == "map":
            return self.check_entries(parameter, value, path, body)
        if kind == "union":
            return self.check_form(parameter, value, path, body)
        if kind == "boolean":
            return []
        if parameter.get("single"):
            return self.check_reference(parameter, value, path)
        findings = self.check_range(len(value), parameter, "minItems", "maxItems", "min-items", "max-items", path)
        items = list(enumerate(value[: parameter.get("maxItems")]))
        if kind == "media":
            return findings + [each for index, item in items for each in self.check_reference(parameter, item, "%s/%d" % (path, index))]
        if kind == "list":
            findings += [each for index, item in items for each in self.check_parameter(parameter["items"], item, "%s/%d" % (path, index), body)]
            repeated = [index for index, item in enumerate(value) if any(equal(item, earlier) for earlier in value[:index])]
            findings += [self.finding("unique-items", "%s/%d" % (path, index)) for index in repeated[:1] if parameter.get("uniqueItems")]
        return findings

    def check_range(self, measure: float, parameter: Dict[str, Any], low: str, high: str, below: str, above: str, path: str) -> List[Finding]:
        if measure < parameter.get(low, measure):
            return [self.finding(below, path)]
        return [self.finding(above, path)] if measure > parameter.get(high, measure) else []

    def check_number(self, parameter: Dict[str, Any], value: float, path: str) -> List[Finding]:
        if value <= parameter.get("exclusiveMinimum", -math.inf):
            return [self.finding("minimum", path)]
        if value >= parameter.get("exclusiveMaximum", math.inf):
            return [self.finding("maximum", path)]
        steps = value / parameter["multipleOf"] if "multipleOf" in parameter else 0
        is_off = abs(steps - round(steps)) > 1e-9 * max(1, abs(steps))
        return self.check_range(value, parameter, "minimum", "maximum", "minimum", "maximum", path) or [self.finding("multiple-of", path)] * is_off

    def check_text(self, parameter: Dict[str, Any], value: str, path: str) -> List[Finding]:
        findings = self.check_range(len(value), parameter, "minLength", "maxLength", "min-length", "max-length", path)
        if findings or "pattern" not in parameter or expression(parameter["pattern"]).search(value):
            return findings
        return [self.finding("format" if "format" in parameter else "pattern", path)]

    def check_listed(self, parameter: Dict[str, Any], value: str, path: str) -> List[Finding]:
        is_unlisted = value != "" and value not in parameter["list"]["values"]
        return self.check_text(parameter, value, path) + [self.finding("value-unlisted", path)] * is_unlisted

    def check_options(self, parameter: Dict[str, Any], value: Any, path: str) -> List[Finding]:
        is_old = any(equal(value, option["value"]) and "deprecated" in option for option in parameter.get("options", []))
        return [self.finding("value-deprecated", path)] * is_old

    def check_members(self, parameter: Dict[str, Any], value: Dict[str, Any], path: str, body: Dict[str, Any]) -> List[Finding]:
        names = {member["name"] for member in parameter["members"]}
        findings = [self.finding("unknown-parameter", path + pointer(key)) for key in value if key not in names]
        for member in parameter["members"]:
            findings += self.check_parameter(member, value.get(member["name"], ABSENT), path + pointer(member["name"]), body)
        return findings

    def check_entries(self, parameter: Dict[str, Any], value: Dict[str, Any], path: str, body: Dict[str, Any]) -> List[Finding]:
        findings = self.check_range(len(value), parameter, "minProperties", "maxProperties", "min-items", "max-items", path)
        pattern = parameter.get("names", {}).get("pattern", "")
        for name, each in value.items() if len(value) <= parameter.get("maxProperties", len(value)) else []:
            findings += [self.finding("property-name", path + pointer(name))] * (not expression(pattern).search(name))
            findings += self.check_parameter(parameter["values"], each, path + pointer(name), body)
        return findings

    def check_form(self, parameter: Dict[str, Any], value: Dict[str, Any], path: str, body: Dict[str, Any]) -> List[Finding]:
        tag = parameter["tag"]
        form = value.get(tag["name"], ABSENT)
        findings = self.check_parameter(tag, form, path + pointer(tag["name"]), body)
        for variant in parameter["variants"]:
            if variant["name"] == form:
                findings += self.check_members(variant, value, path, body)
        return findings

    def check_reference(self, parameter: Dict[str, Any], item: Any, path: str) -> List[Finding]:
        if not isinstance(item, str):
            return [self.finding("type", path)]
        if not expression(parameter["pattern"]).search(item) or any(self.within(character, "blank") for character in item):
            return [self.finding("media-reference", path)]
        return [self.finding("media-base64", path)] * ("data" in parameter["accepts"] and item[:5].lower() == "data:")

    def check_dates(self, parameter: Dict[str, Any], value: Any, path: str, own: List[Finding]) -> List[Finding]:
        if value is ABSENT or value is None:
            return []
        if "deprecated" in parameter:
            return [self.finding("parameter-deprecated", path)]
        is_beyond = not any(finding.path == path for finding in own) and any(beyond(limit, value) for limit in parameter.get("upcoming", []))
        return [self.finding("limit-upcoming", path)] * is_beyond

    def check_limits(self, limits: List[Dict[str, Any]], prompt: str, path: str) -> List[Finding]:
        if not limits:
            return []
        han = sum(self.within(character, "han") for character in prompt)
        counts = {"code-points": len(prompt), "han": han, "non-han": len(prompt) - han, "words": self.words(prompt)}
        findings: List[Finding] = []
        for limit in limits:
            told = any(finding.rule == limit["rule"] for finding in findings)
            refused = any(finding.severity == "error" for finding in findings)
            silent = told or (refused and limit["severity"] == "advice") or (limit.get("onlyWithHan") and han == 0)
            if counts[limit["count"]] > limit["max"] and not silent:
                findings.append(Finding(limit["rule"], path, limit["severity"]))
        return findings

    def words(self, prompt: str) -> int:
        count, latin = 0, False
        for character in prompt + " ":
            if self.within(character, "space"):
                count, latin = count + latin, False
            elif not latin:
                latin = self.within(character, "latin")
        return count

    def within(self, character: str, name: str) -> bool:
        return any(first <= ord(character) <= last for first, last in self.text[name])

    def check_tokens(self, tokens: List[Dict[str, Any]], prompt: str, body: Dict[str, Any], path: str) -> List[Finding]:
        findings = []
        for token in tokens:
            items = body.get(token["parameter"], [])
            if not isinstance(items, list):
                continue
            for digits in dict.fromkeys(re.findall(re.escape(token["prefix"]) + "([0-9]+)", prompt)):
                if not (token["from"] <= int(digits) <= token["to"] and int(digits) <= len(items)):
                    findings.append(self.finding("prompt-token", path))
        return findings


def pointer(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")


def expression(pattern: str) -> "re.Pattern[str]":
    """`$` of Python also matches before a last line break; `\\Z` does not."""
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))


def beyond(limit: Dict[str, Any], value: Any) -> bool:
    if "values" in limit and not any(equal(value, remaining) for remaining in limit["values"]):
        return True
    unit = "imum" if is_type(value, "number") else "Length" if isinstance(value, str) else "Items" if isinstance(value, list) else ""
    measure = value if unit == "imum" else len(value) if unit else 0
    return measure < limit.get("min" + unit, measure) or measure > limit.get("max" + unit, measure)


def is_type(value: Any, name: str) -> bool:
    if name == "integer":
        return is_type(value, "number") and float(value).is_integer()
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None)}[name])


def equal(left: Any, right: Any) -> bool:
    """Equality of JSON, where true is not 1."""
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def number(schema: Dict[str, Any], keyword: str, value: Any, holds: Any) -> bool:
    return keyword not in schema or not is_type(value, "number") or holds(value, schema[keyword])


def satisfies(schema: Any, value: Any) -> bool:
    """The part of JSON Schema that rules use."""
    if isinstance(schema, bool):
        return schema
    types = schema.get("type", [])
    fields = value if isinstance(value, dict) else {}
    checks = [
        not types or any(is_type(value, name) for name in ([types] if isinstance(types, str) else types)),
        "const" not in schema or equal(value, schema["const"]),
        "enum" not in schema or any(equal(value, allowed) for allowed in schema["enum"]),
        not isinstance(value, list) or schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)),
        number(schema, "minimum", value, lambda a, b: a >= b),
        number(schema, "maximum", value, lambda a, b: a <= b),
        number(schema, "exclusiveMinimum", value, lambda a, b: a > b),
        number(schema, "exclusiveMaximum", value, lambda a, b: a < b),
        number(schema, "multipleOf", value, lambda a, b: abs(a / b - round(a / b)) <= 1e-9 * max(1, abs(a / b))),
        not isinstance(value, str) or schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)),
        not isinstance(value, str) or "pattern" not in schema or bool(expression(schema["pattern"]).search(value)),
        not isinstance(value, list) or all(satisfies(schema.get("items", True), item) for item in value),
        not isinstance(value, list) or "contains" not in schema or any(satisfies(schema["contains"], item) for item in value),
        not isinstance(value, dict) or all(name in fields for name in schema.get("required", [])),
        all(satisfies(inner, fields[name]) for name, inner in schema.get("properties", {}).items() if name in fields),
        all(other in fields for name, others in schema.get("dependentRequired", {}).items() if name in fields for other in others),
        "not" not in schema or not satisfies(schema["not"], value),
        all(satisfies(inner, value) for inner in schema.get("allOf", [])),
        "anyOf" not in schema or any(satisfies(inner, value) for inner in schema["anyOf"]),
        "oneOf" not in schema or sum(satisfies(inner, value) for inner in schema["oneOf"]) == 1,
        "if" not in schema or satisfies(schema.get("then" if satisfies(schema["if"], value) else "else", True), value),
    ]
    return all(checks) and over_numbers.keeps(schema, value, satisfies)
