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

	"github.com/xeipuuv/gojsonschema"
)

type object = map[string]any
type Finding struct{ Rule, Path, Severity string }

var types = object{"prompt": "string", "string": "string", "boolean": "boolean", "integer": "integer", "media": "array", "array": "array"}
var jsonTypes = object{"string": "string", "bool": "boolean", "float64": "number", "[]interface {}": "array", "map[string]interface {}": "object", "<nil>": "null"}
var dashes = strings.NewReplacer("Items", "-items", "Length", "-length")
var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// Check answers the findings of one decoded request body; the catalogue is decoded JSON too.
func Check(catalogue object, value any) (found []Finding) {
	severities, models := index(catalogue["findings"], "rule"), index(catalogue["models"], "id")
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
		{!known, "model-unknown", "/model"}, {model["reference"] == false, "no-reference", "/model"}} {
		if obstacle.met {
			say(obstacle.rule, obstacle.path)
			return
		}
	}
	parameters := index(model["parameters"], "name")
	for key := range body {
		if parameters[key] == nil && key != "model" {
			say("unknown-parameter", pointer(key))
		}
	}
	for key, parameter := range parameters {
		checkParameter(parameter, body, catalogue["text"].(object), pointer(key), say)
		for _, limit := range brokenLimits(parameter, body[key], catalogue["text"].(object)) {
			found = append(found, Finding{limit["rule"].(string), pointer(key), limit["severity"].(string)})
		}
	}
	for _, rule := range list(model["rules"]) {
		rule, names := rule.(object), list(rule.(object)["parameters"])
		result, err := gojsonschema.Validate(gojsonschema.NewGoLoader(rule["schema"]), gojsonschema.NewGoLoader(value))
		if err == nil && result.Valid() {
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

func checkParameter(p, body, text object, path string, say func(rule, path string)) {
	value, present := body[p["name"].(string)]
	wanted, isPlain := types[p["kind"].(string)]
	if !isPlain {
		wanted = p["type"]
	}
	between := func(measure float64, suffix string) {
		for _, side := range []string{"min", "max"} {
			limit, has := p[side+suffix].(float64)
			if has && (side == "min" && measure < limit || side == "max" && measure > limit) {
				say(side+dashes.Replace(suffix), path)
			}
		}
	}
	switch {
	case !present && p["required"] == true:
		say("required", path)
	case !present:
	case value == nil:
		say("null", path)
	case !isType(value, wanted):
		say("type", path)
	case p["kind"] == "enum" && !contains(p["values"], value):
		say("enum", path)
	case p["kind"] == "integer":
		between(value.(float64), "imum")
	case p["kind"] == "prompt":
		between(float64(utf8.RuneCountInString(value.(string))), "Length")
		for range missingReferences(p, value.(string), body) {
			say("prompt-token", path)
		}
	case p["kind"] == "media":
		between(float64(len(list(value))), "Items")
		pattern := regexp.MustCompile(p["pattern"].(string))
		for position, item := range list(value) {
			reference, isText := item.(string)
			switch place := path + "/" + strconv.Itoa(position); {
			case float64(position) >= p["maxItems"].(float64):
			case !isText:
				say("type", place)
			case !pattern.MatchString(reference), strings.IndexFunc(reference, func(r rune) bool { return within(r, text["blank"]) }) >= 0:
				say("media-reference", place)
			case contains(p["accepts"], "data") && strings.HasPrefix(strings.ToLower(reference), "data:"):
				say("media-base64", place)
			}
		}
	}
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
