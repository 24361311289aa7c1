// Reads every valid vector into the types quicktype made and writes it again. Usage: roundtrip <generated folder>
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"reflect"

	// imports
)

var models = map[string]func() any{
	// types
}

func main() {
	count, wrong := 0, 0
	for id, empty := range models {
		text, err := os.ReadFile(filepath.Join(os.Args[1], "vectors", id+".json"))
		check(err)
		var vectors []struct {
			ID    string
			Body  json.RawMessage
			Valid bool
		}
		check(json.Unmarshal(text, &vectors))
		nulls, kinds := map[string]bool{}, map[string]string{}
		for _, vector := range vectors {
			if vector.Valid {
				var body map[string]any
				check(json.Unmarshal(vector.Body, &body))
				addNulls(body, nulls, kinds)
			}
		}
		for _, vector := range vectors {
			if !vector.Valid {
				continue
			}
			count++
			typed := empty()
			check(json.Unmarshal(vector.Body, typed))
			again, err := json.Marshal(typed)
			check(err)
			if !reflect.DeepEqual(plain(again, nulls), plain(vector.Body, nulls)) {
				wrong++
				fmt.Printf("%s %s: %.200s\n", id, vector.ID, again)
			}
		}
	}
	fmt.Printf("%d valid vectors of %d models read and written, %d changed\n", count, len(models), wrong)
	if wrong > 0 || count == 0 {
		os.Exit(1)
	}
}

// plain leaves out empty arrays and objects, and null where a member takes it: the types do, and to the service they are the same as absent.
func plain(text []byte, nulls map[string]bool) map[string]any {
	var body map[string]any
	check(json.Unmarshal(text, &body))
	return withoutEmpty(body, nulls)
}

// addNulls collects the names of members that are null, and of those with values of several types: for them quicktype writes
// null where there is none, which a program has to leave out before it sends the request.
func addNulls(object map[string]any, nulls map[string]bool, kinds map[string]string) {
	for name, value := range object {
		kind := fmt.Sprintf("%T", value)
		if value == nil || kinds[name] != "" && kinds[name] != kind {
			nulls[name] = true
		}
		kinds[name] = kind
		if inner, isObject := value.(map[string]any); isObject {
			addNulls(inner, nulls, kinds)
		}
	}
}

func withoutEmpty(object map[string]any, nulls map[string]bool) map[string]any {
	for name, value := range object {
		if items, isArray := value.([]any); isArray && len(items) == 0 || value == nil && nulls[name] {
			delete(object, name)
		}
		if inner, isObject := value.(map[string]any); isObject {
			object[name] = withoutEmpty(inner, nulls)
			if len(inner) == 0 {
				delete(object, name)
			}
		}
	}
	return object
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
