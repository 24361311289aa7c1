"""Rules over numbers: what JSON Schema has no words for. Specified in section 5 of generated/docs/portable-findings.md."""
import math
from fractions import Fraction
from typing import Any, Callable, Dict, List


def along(value: Any, path: str, otherwise: Any = None) -> List[Any]:
    """The values at a path, where `*` stands for each item of a list."""
    key, _, rest = path[1:].partition("/")
    if path == "":
        return [value]
    if key == "*":
        return [found for item in value for found in along(item, "/" + rest if rest else "", otherwise)] if isinstance(value, list) else []
    if not isinstance(value, dict) or key not in value:
        return [otherwise] if isinstance(value, dict) and not rest and otherwise is not None else []
    return along(value[key], "/" + rest if rest else "", otherwise)


def numbers(body: Any, at: Dict[str, Any]) -> List[Fraction]:
    """The numbers there, as their shortest decimals say them."""
    found = [float(value) for value in along(body, at["path"], at.get("default")) if isinstance(value, (int, float)) and not isinstance(value, bool)]
    return [Fraction(repr(value)) for value in found if math.isfinite(value)]


def in_sum(rule: Any, body: Any) -> bool:
    values = [each for at in (rule or {"of": []})["of"] for each in numbers(body, at)]
    return not values or within_bounds(rule, float(sum(values)), body)


def in_product(rule: Any, body: Any) -> bool:
    for holder in along(body, rule["in"]) if rule else []:
        values = [each for at in rule["of"] for each in numbers(holder, at)]
        if len(values) == len(rule["of"]) and not within_bounds(rule, float(math.prod(values)), body):
            return False
    return True


def in_count(rule: Any, body: Any) -> bool:
    found = [value for at in (rule or {"of": []})["of"] for value in along(body, at["path"]) if value is not None]
    return not rule or within_bounds(rule, sum(len(value) if isinstance(value, list) else 1 for value in found), body)


def within_bounds(rule: Dict[str, Any], amount: float, body: Any) -> bool:
    def bound(side: str) -> List[float]:
        stated = rule.get(side)
        return [float(each) for each in numbers(body, stated)][:1] if isinstance(stated, dict) else [] if stated is None else [stated]

    return all(amount <= limit for limit in bound("maximum")) and all(amount >= limit for limit in bound("minimum"))


def in_order(rule: Any, body: Any) -> bool:
    for holder in along(body, rule["in"]) if rule else []:
        values = [each for at in rule["of"] for each in numbers(holder, at)]
        if not all(low < high or ("orEqual" in rule and low == high) for low, high in zip(values, values[1:])):
            return False
    return True


def resolved(rule: Any, is_kept: Callable[[Any], bool]) -> Any:
    """The rule, where each number has the default that counts for the request: the first whose condition is kept."""
    if isinstance(rule, list):
        return [resolved(each, is_kept) for each in rule]
    if not isinstance(rule, dict):
        return rule
    chosen = [each["default"] for each in rule.get("defaults", []) if is_kept(each["if"])]
    return {**{key: resolved(value, is_kept) for key, value in rule.items() if key != "defaults"}, **({"default": chosen[0]} if chosen else {})}


def keeps(schema: Dict[str, Any], body: Any, satisfies: Callable[[Any, Any], bool]) -> bool:
    """Whether a body keeps the rule over numbers of a schema, if it holds one. `satisfies` tells it of a condition."""
    rules = {"x-sum": in_sum, "x-product": in_product, "x-count": in_count, "x-order": in_order}
    return all(holds(resolved(schema.get(keyword), lambda condition: satisfies(condition, body)), body) for keyword, holds in rules.items())
