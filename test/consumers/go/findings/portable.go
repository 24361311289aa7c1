// Portable findings in Go: reads catalogue.json and nothing else. Specified in generated/docs/portable-findings.md.
package main

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

type object = map[string]any
type Finding struct{ Rule, Path, Severity string }

var types = object{"prompt": "string", "string": "string", "boolean": "boolean", "integer": "integer", "number": "number",
	"object": "object", "union": "object", "map": "object", "media": "array", "list": "array", "array": "array"}
var jsonTypes = object{"string": "string", "bool": "boolean", "float64": "number", "[]interface {}": "array", "map[string]interface {}": "object", "<nil>": "null"}
var dashes = strings.NewReplacer("Items", "-items", "Length", "-length")
var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// Check answers the findings of one decoded request body; the catalogue is decoded JSON too.
func Check(catalogue object, value any) (found []Finding) {
	severities, models := index(catalogue["findings"], "rule"), index(catalogue["models"], "id")
	text := catalogue["text"].(object)
	say := func(rule, path string) {
		found = append(found, Finding{rule, path, severities[rule]["severity"].(string)})
	}
	body, isObject := value.(object)
	name, present := body["model"]
	id, isText := name.(string)
	model, known := models[id]
	for _, obstacle := range []struct {
		met        bool
		rule, path string
	}{{!isObject, "body", ""}, {!present, "required", "/model"}, {name == nil, "null", "/model"}, {!isText, "type", "/model"},
		{!known, "model-unknown", "/model"}} {
		if obstacle.met {
			say(obstacle.rule, obstacle.path)
			return
		}
	}
	if model["deprecated"] != nil {
		say("model-deprecated", "/model")
	}
	if model["reference"] == false {
		say("no-reference", "/model")
		return
	}
	parameters := index(model["parameters"], "name")
	for key := range body {
		if parameters[key] == nil && key != "model" {
			say("unknown-parameter", pointer(key))
		}
	}
	for key, parameter := range parameters {
		before := len(found)
		value, present := body[key]
		checkParameter(parameter, value, present, body, text, pointer(key), say)
		for _, limit := range brokenLimits(parameter, value, text) {
			found = append(found, Finding{limit["rule"].(string), pointer(key), limit["severity"].(string)})
		}
		isRight := value != nil
		for _, finding := range found[before:] {
			isRight = isRight && finding.Path != pointer(key)
		}
		beyond := some(parameter["upcoming"], func(limit any) bool { return isBeyond(limit.(object), value) })
		switch {
		case parameter["deprecated"] != nil && value != nil:
			say("parameter-deprecated", pointer(key))
		case isRight && beyond:
			say("limit-upcoming", pointer(key))
		}
	}
	for _, rule := range list(model["rules"]) {
		rule, names := rule.(object), list(rule.(object)["parameters"])
		if isKept(rule["schema"].(object), value) {
			continue
		}
		first := names[0]
		for position := range names {
			name := names[len(names)-1-position]
			if sent := body[name.(string)]; sent != nil && !reflect.DeepEqual(sent, []any{}) {
				first = name
			}
		}
		found = append(found, Finding{rule["id"].(string), pointer(first), rule["severity"].(string)})
	}
	return
}

func isOldValue(p object, value any) bool {
	return some(p["options"], func(option any) bool {
		return option.(object)["deprecated"] != nil && contains([]any{option.(object)["value"]}, value)
	})
}

func checkParameter(p object, value any, present bool, body, text object, path string, say func(rule, path string)) {
	wanted := types[p["kind"].(string)]
	if p["kind"] == "enum" {
		wanted = p["type"]
	} else if p["single"] == true {
		wanted = "string"
	}
	between := func(measure float64, suffix string) bool {
		for _, side := range []string{"min", "max"} {
			limit, has := p[side+suffix].(float64)
			if has && (side == "min" && measure < limit || side == "max" && measure > limit) {
				say(side+dashes.Replace(suffix), path)
				return false
			}
		}
		return true
	}
	switch {
	case !present && p["required"] == true:
		say("required", path)
	case !present:
	case value == nil && p["nullable"] == true:
	case value == nil:
		say("null", path)
	case wanted != "mixed" && !isType(value, wanted):
		say("type", path)
	case p["kind"] == "enum" && !contains(p["values"], value):
		say("enum", path)
	case p["kind"] == "enum":
		if isOldValue(p, value) {
			say("value-deprecated", path)
		}
	case p["kind"] == "string" && p["list"] != nil:
		if between(float64(utf8.RuneCountInString(value.(string))), "Length") && !contains(p["list"].(object)["values"], value) {
			say("value-unlisted", path)
		}
		if isOldValue(p, value) {
			say("value-deprecated", path)
		}
	case p["kind"] == "integer", p["kind"] == "number":
		number := value.(float64)
		above, isAbove := p["exclusiveMinimum"].(float64)
		below, isBelow := p["exclusiveMaximum"].(float64)
		step, hasSteps := p["multipleOf"].(float64)
		switch {
		case isAbove && number <= above:
			say("minimum", path)
		case isBelow && number >= below:
			say("maximum", path)
		case between(number, "imum") && hasSteps && math.Abs(number/step-math.Round(number/step)) > 1e-9*math.Max(1, math.Abs(number/step)):
			say("multiple-of", path)
		}
	case p["kind"] == "prompt", p["kind"] == "string":
		pattern, hasPattern := p["pattern"].(string)
		if between(float64(utf8.RuneCountInString(value.(string))), "Length") && hasPattern && !regexp.MustCompile(pattern).MatchString(value.(string)) {
			say(map[bool]string{true: "format", false: "pattern"}[p["format"] != nil], path)
		}
		for range missingReferences(p, value.(string), body) {
			say("prompt-token", path)
		}
	case p["kind"] == "object":
		members := index(p["members"], "name")
		for key := range value.(object) {
			if members[key] == nil {
				say("unknown-parameter", path+pointer(key))
			}
		}
		for key, member := range members {
			inside, present := value.(object)[key]
			checkParameter(member, inside, present, body, text, path+pointer(key), say)
		}
	case p["kind"] == "map":
		entries := value.(object)
		least, isLimited := p["minProperties"].(float64)
		if isLimited && float64(len(entries)) < least {
			say("min-items", path)
		}
		if most, isLimited := p["maxProperties"].(float64); isLimited && float64(len(entries)) > most {
			say("max-items", path)
			break
		}
		for name, each := range entries {
			names, isLimited := p["names"].(object)
			if isLimited && !regexp.MustCompile(names["pattern"].(string)).MatchString(name) {
				say("property-name", path+pointer(name))
			}
			checkParameter(p["values"].(object), each, true, body, text, path+pointer(name), say)
		}
	case p["kind"] == "union":
		tag := p["tag"].(object)
		name := tag["name"].(string)
		form, isStated := value.(object)[name]
		checkParameter(tag, form, isStated, body, text, path+pointer(name), say)
		for _, variant := range list(p["variants"]) {
			if variant.(object)["name"] == form {
				checkParameter(variant.(object), value, true, body, text, path, say)
			}
		}
	case p["single"] == true:
		checkReference(p, value, text, path, say)
	case wanted == "array":
		between(float64(len(list(value))), "Items")
		maximum, isLimited := p["maxItems"].(float64)
		for position, item := range list(value) {
			place := path + "/" + strconv.Itoa(position)
			switch {
			case isLimited && float64(position) >= maximum:
			case p["kind"] == "media":
				checkReference(p, item, text, place, say)
			case p["kind"] == "list":
				checkParameter(p["items"].(object), item, true, body, text, place, say)
			}
		}
		for position, item := range list(value) {
			if p["uniqueItems"] == true && contains(list(value)[:position], item) {
				say("unique-items", path+"/"+strconv.Itoa(position))
				break
			}
		}
	}
}

func checkReference(p object, item any, text object, path string, say func(rule, path string)) {
	reference, isText := item.(string)
	switch {
	case !isText:
		say("type", path)
	case !regexp.MustCompile(p["pattern"].(string)).MatchString(reference), strings.IndexFunc(reference, func(r rune) bool { return within(r, text["blank"]) }) >= 0:
		say("media-reference", path)
	case contains(p["accepts"], "data") && strings.HasPrefix(strings.ToLower(reference), "data:"):
		say("media-base64", path)
	}
}

// Whether a value is beyond a limit of a later date. Its bounds are inclusive.
func isBeyond(limit object, value any) bool {
	if limit["values"] != nil && !contains(limit["values"], value) {
		return true
	}
	for suffix, measure := range measures(value) {
		low, hasLow := limit["min"+suffix].(float64)
		high, hasHigh := limit["max"+suffix].(float64)
		if hasLow && measure < low || hasHigh && measure > high {
			return true
		}
	}
	return false
}

func measures(value any) map[string]float64 {
	switch value := value.(type) {
	case float64:
		return map[string]float64{"imum": value}
	case string:
		return map[string]float64{"Length": float64(utf8.RuneCountInString(value))}
	case []any:
		return map[string]float64{"Items": float64(len(value))}
	}
	return nil
}

// The library knows JSON Schema up to draft-07, where `dependentRequired` had another name.
func lowered(schema any) any {
	if conditions, isObject := schema.(object); isObject && conditions["dependentRequired"] != nil {
		return object{"allOf": []any{schema, object{"dependencies": conditions["dependentRequired"]}}}
	}
	return schema
}

func brokenLimits(p object, value any, text object) (broken []object) {
	counts, inWord, told, refused := map[any]float64{}, false, map[any]bool{}, false
	prompt, _ := value.(string)
	for _, character := range prompt {
		counts["code-points"]++
		counts[map[bool]string{true: "han", false: "non-han"}[within(character, text["han"])]]++
		if !inWord && within(character, text["latin"]) {
			inWord = true
			counts["words"]++
		}
		inWord = inWord && !within(character, text["space"])
	}
	for _, limit := range list(p["limits"]) {
		limit := limit.(object)
		silent := told[limit["rule"]] || refused && limit["severity"] == "advice" || limit["onlyWithHan"] == true && counts["han"] == 0
		if max, isNumber := limit["max"].(float64); isNumber && counts[limit["count"]] > max && !silent {
			told[limit["rule"]], refused = true, refused || limit["severity"] == "error"
			broken = append(broken, limit)
		}
	}
	return
}

func missingReferences(p object, prompt string, body object) map[string]bool {
	missing := map[string]bool{}
	for _, token := range list(p["tokens"]) {
		token := token.(object)
		value, present := body[token["parameter"].(string)]
		items, isArray := value.([]any)
		for _, match := range regexp.MustCompile(regexp.QuoteMeta(token["prefix"].(string))+"([0-9]+)").FindAllStringSubmatch(prompt, -1) {
			number, _ := strconv.ParseFloat(match[1], 64)
			inside := number >= token["from"].(float64) && number <= token["to"].(float64) && number <= float64(len(items))
			if (isArray || !present) && !inside {
				missing[match[0]] = true
			}
		}
	}
	return missing
}

func isType(value, name any) bool {
	number, _ := value.(float64)
	return jsonTypes[fmt.Sprintf("%T", value)] == name || name == "integer" && isType(value, "number") && number == math.Trunc(number)
}

func some(values any, holds func(any) bool) bool {
	for _, value := range list(values) {
		if holds(value) {
			return true
		}
	}
	return false
}

func contains(values, value any) bool {
	return some(values, func(other any) bool { return reflect.DeepEqual(other, value) })
}

func within(character rune, ranges any) bool {
	return some(ranges, func(bounds any) bool {
		return float64(character) >= list(bounds)[0].(float64) && float64(character) <= list(bounds)[1].(float64)
	})
}

func list(value any) []any {
	items, _ := value.([]any)
	return items
}

func index(values any, key string) map[string]object {
	entries := map[string]object{}
	for _, entry := range list(values) {
		entries[entry.(object)[key].(string)] = entry.(object)
	}
	return entries
}

func pointer(name any) string { return "/" + escapes.Replace(name.(string)) }
