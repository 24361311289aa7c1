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
		for _, vector := range vectors {
			if !vector.Valid {
				continue
			}
			count++
			typed := empty()
			check(json.Unmarshal(vector.Body, typed))
			again, err := json.Marshal(typed)
			check(err)
			if !reflect.DeepEqual(plain(again), plain(vector.Body)) {
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

// plain leaves out empty arrays: omitempty does, and to the service they are the same as absent.
func plain(text []byte) map[string]any {
	var body map[string]any
	check(json.Unmarshal(text, &body))
	return withoutEmpty(body)
}

func withoutEmpty(object map[string]any) map[string]any {
	for name, value := range object {
		if items, isArray := value.([]any); isArray && len(items) == 0 {
			delete(object, name)
		}
		if inner, isObject := value.(map[string]any); isObject {
			object[name] = withoutEmpty(inner)
		}
	}
	return object
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
