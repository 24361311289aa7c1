"""Fills in the message of every vector from generated/messages, and compares it byte by byte. Usage: messages.py <generated folder>"""
import glob
import json
import re
import sys
import unicodedata

PLACEHOLDER = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


class Number(str):
    """A number as it is written in the file: other languages write the same number in other ways."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_int=Number, parse_float=Number)


def written(value):
    """A value as JSON without blanks."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return "[%s]" % ",".join(map(written, value))
    if isinstance(value, dict):
        return "{%s}" % ",".join(json.dumps(key, ensure_ascii=False) + ":" + written(each) for key, each in value.items())
    return json.dumps(value, ensure_ascii=False)


def shorten(text):
    return text[:60] + "…" if len(text) > 60 else text


def visible(text):
    return "".join(
        character if character == " " or unicodedata.category(character)[0] not in "CZ" else "\\u%04x" % first_unit(character)
        for character in text
    )


def first_unit(character):
    return int.from_bytes(character.encode("utf-16-be", "surrogatepass")[:2], "big")


def quote(value, nouns):
    if isinstance(value, (list, dict)):
        return nouns["array" if isinstance(value, list) else "object"]
    if isinstance(value, str) and not isinstance(value, Number):
        return visible(json.dumps(shorten(value), ensure_ascii=False))
    return written(value)


def formatted(value, form, language):
    if form == "quote":
        return quote(value, language["tables"]["nouns"])
    if form == "json":
        return written(value)
    if isinstance(value, dict) and language["code"] in value:
        value = value[language["code"]]
    if form in language["joins"]:
        comma, last = language["joins"][form]
        words = [each if isinstance(each, str) else written(each) for each in value]
        return comma.join(words[:-1]) + last + words[-1] if len(words) > 1 else words[0]
    text = value if isinstance(value, str) else written(value)
    if form == "short":
        return shorten(text)
    if form == "spaced":
        return text if "\u4e00" <= text[:1] <= "\u9fff" else " " + text
    return language["tables"].get(form, {}).get(text, text)


def render(alternatives, slots, language):
    for text in alternatives:
        if all(slot in slots for slot, _ in PLACEHOLDER.findall(text)):
            return PLACEHOLDER.sub(lambda found: formatted(slots[found[1]], found[2], language), text)
    return ""


def place(path):
    """A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`."""
    text = ""
    for index, step in enumerate(path.split("/")[1:]):
        step = step.replace("~1", "/").replace("~0", "~")
        name = step if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", step) else quote(step, {})
        text += name if index == 0 else "[%s]" % step if re.fullmatch(r"[0-9]+", step) else "." + name
    return text


def message(finding, language, rules):
    slots = finding["slots"]
    if finding["rule"] in rules:
        taking = ", ".join(slots["parameters"]) or place(finding["path"])
        own = rules[finding["rule"]][language["code"]]
        return taking + language["colon"] + (render(language["texts"][slots["text"]], slots, language) if "text" in slots else own)
    text = render(language["rules"][finding["rule"]], slots, language)
    if finding["path"] == "":
        return render(language["texts"]["body"], {"message": text}, language)
    return place(finding["path"]) + language["colon"] + text


def main(generated):
    count, wrong = 0, 0
    languages = [read("%s/messages/%s.json" % (generated, code)) for code in ("en", "zh")]
    models = read(generated + "/catalogue.json")["models"]
    rules = {model["id"]: {rule["id"]: {"en": rule["message"], **rule["translations"]} for rule in model["rules"]} for model in models}
    for path in sorted(glob.glob(generated + "/vectors/*.json")):
        for vector in read(path):
            model = vector["body"].get("model") if isinstance(vector["body"], dict) else None
            for finding in vector["findings"]:
                for language in languages:
                    count += 1
                    own = rules.get(model, {}) if isinstance(model, str) else {}
                    found = message(finding, language, own)
                    if found.encode("utf-8", "surrogatepass") != finding["message"][language["code"]].encode("utf-8", "surrogatepass"):
                        wrong += 1
                        print("%s %s: %r, expected %r" % (path, vector["id"], found, finding["message"][language["code"]]))
    print("%d messages, %d wrong" % (count, wrong))
    sys.exit(1 if wrong or not count else 0)


main(sys.argv[1])
