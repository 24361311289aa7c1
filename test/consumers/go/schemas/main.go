// Checks that a JSON Schema library of Go judges every vector as the vector says. Usage: schemas <generated folder>
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/xeipuuv/gojsonschema"
)

type vector struct {
	ID     string
	Body   any
	Valid  bool
	Schema *bool
}

func main() {
	generated := os.Args[1]
	paths, err := filepath.Glob(filepath.Join(generated, "vectors", "*.json"))
	check(err)
	agree, differ, beyond := 0, 0, 0
	for _, path := range paths {
		model := strings.TrimSuffix(filepath.Base(path), ".json")
		name := model
		if model == "request" {
			name = "submit"
		}
		schemaText, err := os.ReadFile(filepath.Join(generated, "json-schema", "draft-07", name+".schema.json"))
		check(err)
		schema, err := gojsonschema.NewSchema(gojsonschema.NewBytesLoader(schemaText))
		check(err)
		text, err := os.ReadFile(path)
		check(err)
		var vectors []vector
		check(json.Unmarshal(text, &vectors))
		for _, vector := range vectors {
			if vector.Schema != nil && !*vector.Schema {
				beyond++
				continue
			}
			result, err := schema.Validate(gojsonschema.NewGoLoader(vector.Body))
			if err == nil && result.Valid() == vector.Valid {
				agree++
				continue
			}
			differ++
			fmt.Printf("%s %s: the schema does not say valid=%t %v\n", model, vector.ID, vector.Valid, err)
		}
	}
	fmt.Printf("%d agree, %d differ, %d beyond JSON Schema\n", agree, differ, beyond)
	if differ > 0 || agree == 0 {
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
