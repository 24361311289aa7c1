// Fills in the message of every vector from generated/messages, and compares it byte by byte. Usage: messages <generated folder>
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
)

type language struct {
	Code   string
	Rules  map[string][]string
	Texts  map[string][]string
	Tables map[string]map[string]string
	Joins  map[string][]string
	Colon  string
}

type finding struct {
	Rule, Path string
	Message    map[string]string
	// As they are written: other languages write the same number in other ways.
	Slots map[string]json.RawMessage
}

var (
	placeholder = regexp.MustCompile(`\{(\w+)(?:\|(\w+))?\}`)
	plainName   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,60}$`)
	isIndex     = regexp.MustCompile(`^[0-9]+$`)
	escapes     = strings.NewReplacer("~1", "/", "~0", "~")
)

func main() {
	generated, count, wrong := os.Args[1], 0, 0
	var languages [2]language
	for index, code := range []string{"en", "zh"} {
		read(filepath.Join(generated, "messages", code+".json"), &languages[index])
	}
	rules := rulesOf(filepath.Join(generated, "catalogue.json"))
	paths, _ := filepath.Glob(filepath.Join(generated, "vectors", "*.json"))
	for _, path := range paths {
		var vectors []struct {
			ID       string
			Body     any
			Findings []finding
		}
		read(path, &vectors)
		for _, vector := range vectors {
			body, _ := vector.Body.(map[string]any)
			model, _ := body["model"].(string)
			for _, each := range vector.Findings {
				for _, language := range languages {
					count++
					found := message(each, language, rules[model])
					if found != each.Message[language.Code] {
						wrong++
						fmt.Printf("%s %s: %q, expected %q\n", path, vector.ID, found, each.Message[language.Code])
					}
				}
			}
		}
	}
	fmt.Printf("%d messages, %d wrong\n", count, wrong)
	if wrong > 0 || count == 0 {
		os.Exit(1)
	}
}

// The messages of the rules across parameters, by model, rule and language.
func rulesOf(path string) map[string]map[string]map[string]string {
	var catalogue struct {
		Models []struct {
			ID    string
			Rules []struct {
				ID, Message  string
				Translations map[string]string
			}
		}
	}
	read(path, &catalogue)
	rules := map[string]map[string]map[string]string{}
	for _, model := range catalogue.Models {
		rules[model.ID] = map[string]map[string]string{}
		for _, rule := range model.Rules {
			rules[model.ID][rule.ID] = map[string]string{"en": rule.Message, "zh": rule.Translations["zh"]}
		}
	}
	return rules
}

func message(finding finding, language language, rules map[string]map[string]string) string {
	if rule, isModelRule := rules[finding.Rule]; isModelRule {
		taking := strings.Join(texts(finding.Slots["parameters"]), ", ")
		if taking == "" {
			taking = place(finding.Path)
		}
		if text, isOverNumbers := finding.Slots["text"]; isOverNumbers {
			return taking + language.Colon + render(language.Texts[plain(text)], finding.Slots, language)
		}
		return taking + language.Colon + rule[language.Code]
	}
	text := render(language.Rules[finding.Rule], finding.Slots, language)
	if finding.Path == "" {
		encoded, _ := json.Marshal(text)
		return render(language.Texts["body"], map[string]json.RawMessage{"message": encoded}, language)
	}
	return place(finding.Path) + language.Colon + text
}

func render(alternatives []string, slots map[string]json.RawMessage, language language) string {
	for _, text := range alternatives {
		complete := true
		for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
			_, known := slots[found[1]]
			complete = complete && known
		}
		if complete {
			return placeholder.ReplaceAllStringFunc(text, func(whole string) string {
				found := placeholder.FindStringSubmatch(whole)
				return formatted(slots[found[1]], found[2], language)
			})
		}
	}
	return ""
}

func formatted(value json.RawMessage, format string, language language) string {
	switch format {
	case "quote":
		return quote(value, language.Tables["nouns"])
	case "json":
		return string(value)
	}
	if join, isJoin := language.Joins[format]; isJoin {
		words := texts(value)
		end := len(words) - 1
		if end == 0 {
			return words[0]
		}
		return strings.Join(words[:end], join[0]) + join[1] + words[end]
	}
	var both map[string]json.RawMessage
	if json.Unmarshal(value, &both) == nil && both[language.Code] != nil {
		value = both[language.Code]
	}
	text := plain(value)
	switch format {
	case "short":
		return shorten(text)
	case "spaced":
		if first := []rune(text + " ")[0]; first >= 0x4e00 && first <= 0x9fff {
			return text
		}
		return " " + text
	}
	if word, known := language.Tables[format][text]; known {
		return word
	}
	return text
}

// A string as it is, anything else as JSON.
func plain(value json.RawMessage) string {
	var text string
	if len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

func texts(list json.RawMessage) (words []string) {
	var values []json.RawMessage
	if json.Unmarshal(list, &values) != nil {
		return nil
	}
	for _, value := range values {
		words = append(words, plain(value))
	}
	return words
}

func quote(value json.RawMessage, nouns map[string]string) string {
	switch value[0] {
	case '[':
		return nouns["array"]
	case '{':
		return nouns["object"]
	case '"':
		return visible(encoded(shorten(plain(value))))
	}
	return string(value)
}

// JSON of a string, without Go's care for HTML.
func encoded(text string) string {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		log.Fatal(err)
	}
	return strings.TrimSuffix(buffer.String(), "\n")
}

func shorten(text string) string {
	if points := []rune(text); len(points) > 60 {
		return string(points[:60]) + "…"
	}
	return text
}

func visible(text string) string {
	var shown strings.Builder
	for _, character := range text {
		if character == ' ' || unicode.IsGraphic(character) && !unicode.Is(unicode.Z, character) {
			shown.WriteRune(character)
			continue
		}
		unit := character
		if first, _ := utf16.EncodeRune(character); first != unicode.ReplacementChar {
			unit = first
		}
		fmt.Fprintf(&shown, "\\u%04x", unit)
	}
	return shown.String()
}

// A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`.
func place(path string) (text string) {
	for index, step := range strings.Split(path, "/")[1:] {
		step = escapes.Replace(step)
		name := step
		if !plainName.MatchString(step) {
			name = visible(encoded(shorten(step)))
		}
		switch {
		case index == 0:
			text = name
		case isIndex.MatchString(step):
			text += "[" + step + "]"
		default:
			text += "." + name
		}
	}
	return text
}

func read(path string, target any) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, target)
	}
	if err != nil {
		log.Fatal(path, ": ", err)
	}
}
