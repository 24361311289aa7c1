// Checks that the interpreter gives every vector its findings. Usage: findings <generated folder>
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sort"
)

type vector struct {
	ID       string
	Body     any
	Valid    bool
	Findings []Finding
}

func main() {
	var catalogue object
	read(filepath.Join(os.Args[1], "catalogue.json"), &catalogue)
	paths, err := filepath.Glob(filepath.Join(os.Args[1], "vectors", "*.json"))
	if err != nil {
		log.Fatal(err)
	}
	count, wrong := 0, 0
	for _, path := range paths {
		var vectors []vector
		read(path, &vectors)
		for _, vector := range vectors {
			count++
			found := Check(catalogue, vector.Body)
			if said, wanted := inOrder(found), inOrder(vector.Findings); said != wanted || valid(found) != vector.Valid {
				wrong++
				fmt.Printf("%s %s: found %s, expected %s\n", path, vector.ID, said, wanted)
			}
		}
	}
	fmt.Printf("%d vectors, %d wrong\n", count, wrong)
	if wrong > 0 || count == 0 {
		os.Exit(1)
	}
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

func inOrder(findings []Finding) string {
	lines := make([]string, 0, len(findings))
	for _, finding := range findings {
		lines = append(lines, fmt.Sprint(finding))
	}
	sort.Strings(lines)
	return fmt.Sprint(lines)
}

func valid(findings []Finding) bool {
	for _, finding := range findings {
		if finding.Severity == "error" {
			return false
		}
	}
	return true
}
