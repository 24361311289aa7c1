"""Prices every request of generated/prices/vectors.json, exactly. Usage: prices.py <generated folder>"""
import json
import re
import sys
from fractions import Fraction

ZERO = Fraction(0)


class Number(Fraction):
    """An exact number with its digits as they are written, which are its key in a table."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


class Unpriceable(Exception):
    pass


def found(path, value):
    """What stands at a JSON pointer, in which `*` is each item of a list, `{name}` each member of an object, and a final `**` every string below."""
    step, _, rest = path.partition("/")
    if step == "**":
        below = [value] if isinstance(value, str) else []
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return below + [text for each in inner for text in found("**", each)]
    if step == "*":
        values = value if isinstance(value, list) else []
    elif step == "{name}":
        values = value.values() if isinstance(value, dict) else []
    else:
        name = step.replace("~1", "/").replace("~0", "~")
        values = [value[name]] if isinstance(value, dict) and name in value else []
    return [each for inner in values for each in (found(rest, inner) if rest else [inner])]


def at(path, body):
    return found(path[1:], body) if path else [body]


def read(source, body):
    """A part of a quantity; None where nothing says how much."""
    path, kind = source["path"], source["as"]
    if kind == "count":
        return Fraction(len(at(path, body)))
    holder, _, member = (path, "", "") if path.endswith("/*") else path.rpartition("/")
    total = None
    for each in at(holder, body):
        values = [each] if member == "" else found(member, each)
        part = amount(kind, source.get("scale"), values[0] if values else source.get("default"))
        if part is None:
            return None
        total = part if total is None else total + part
    return total


def amount(kind, scale, value):
    if kind == "length":
        return Fraction(len(value)) if isinstance(value, str) else None
    if kind == "area":
        size = re.fullmatch(r"([0-9]+)\s*[x×*]\s*([0-9]+)", value, re.IGNORECASE) if isinstance(value, str) else None
        return Fraction(int(size[1]) * int(size[2])) if size else None
    if not isinstance(value, Fraction):
        return None
    return value * scale[0] / scale[1] if scale else Fraction(value)


def measure(quantity, body):
    parts = [part for part in (read(source, body) for source in quantity["sum"]) if part is not None]
    times = read(quantity["times"], body) if "times" in quantity else Fraction(1)
    per = read(quantity["per"], body) if "per" in quantity else Fraction(1)
    if not parts or times is None or per is None or per <= 0:
        return None
    return sum(parts) * times / per


def ceiling(number):
    return -((-number.numerator) // number.denominator)


def counted(vector, factor, body):
    factor = {"of": factor} if isinstance(factor, str) else factor
    quantity = next((each for each in vector["quantities"] if each["name"] == factor["of"]), None)
    number = measure(quantity, body) if quantity else None
    if number is None:
        number = factor.get("otherwise")
    if number is None:
        raise Unpriceable(factor["of"])
    number = max(number - factor.get("beyond", ZERO), factor.get("atLeast", ZERO), ZERO) / factor.get("every", 1)
    return Fraction(ceiling(number)) if factor.get("round") == "up" else number


def value_of(vector, parameter, body):
    path = "/" + parameter.replace(".", "/")
    values = at(path, body)
    if values:
        return values[0]
    return vector["defaults"].get(parameter) if at(path.rpartition("/")[0], body) else None


def same(one, other):
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def holds(vector, conditions, body):
    def held(parameter, condition):
        value = value_of(vector, parameter, body)
        if isinstance(condition, list):
            return any(same(value, each) for each in condition)
        if not isinstance(condition, dict):
            return same(value, condition)
        path = "/" + parameter.replace(".", "/") + "/"
        places = [each["path"] for each in vector["places"] if "media" in each and (each["path"] + "/").startswith(path)]
        if places:
            size = sum(len(at(place, body)) for place in places)
        else:
            size = value if isinstance(value, Fraction) else len(value) if isinstance(value, list) else 0
        return condition.get("min", ZERO) <= size and ("max" not in condition or size <= condition["max"])

    return all(held(parameter, condition) for parameter, condition in conditions.items())


def rate_of(vector, rate, body):
    if not isinstance(rate, dict):
        return rate
    [(parameter, table)] = rate.items()
    value = value_of(vector, parameter, body)
    key = value if isinstance(value, str) else value.text if isinstance(value, Number) else json.dumps(value)
    chosen = table.get("*" if value is None else key, table.get("*"))
    if chosen is None:
        raise Unpriceable(parameter)
    return rate_of(vector, chosen, body)


def filled(vector, body):
    """The request with the defaults that depend on it: of each parameter the first whose condition holds."""
    chosen = {}
    for parameter, defaults in vector.get("conditionalDefaults", {}).items():
        first = next((each["default"] for each in defaults if holds(vector, each["when"], body)), None)
        if body.get(parameter) is None and first is not None:
            chosen[parameter] = first
    return {**body, **chosen}


def quote(vector, request):
    """The amounts of the lines, in millionths of a credit. Raises Unpriceable."""
    price, body = vector["price"], filled(vector, request)
    tier = next((each for each in price.get("tiers", []) if holds(vector, each["when"], body)), price)
    rates, lines = [], []
    for line in tier["lines"]:
        if not holds(vector, line.get("when", {}), body):
            continue
        rate = rate_of(vector, line["credits"], body) * 1_000_000
        number = Fraction(1)
        factors = line.get("per", [])
        for factor in factors if isinstance(factors, list) else [factors]:
            number *= counted(vector, factor, body)
        rates.append(rate)
        if ceiling(rate * number) > 0:
            lines.append(ceiling(rate * number))
    if not lines and (not rates or any(rate > 0 for rate in rates)):
        raise Unpriceable("no line applies")
    return lines


def main():
    with open(f"{sys.argv[1]}/prices/vectors.json", encoding="utf-8") as file:
        vectors = json.load(file, parse_int=Number, parse_float=Number)
    count = wrong = 0
    for vector in vectors:
        for case in vector["cases"]:
            count += 1
            try:
                lines = quote(vector, case["body"])
            except Unpriceable:
                lines = None
            expected = [line["amount"] for line in case["lines"]] if case["priced"] else None
            if lines == expected and (lines is None or sum(lines) == case["amount"]):
                continue
            wrong += 1
            print(f"{vector['id']} {case['body']}: {lines}, expected {expected}")
    print(f"{count} prices, {wrong} wrong")
    sys.exit(1 if wrong or not count else 0)


main()
