import { indentedJson, outputFile, type SampleLanguage } from './request.js'

/** A backtick cannot stand in a raw string of Go. */
const rawString = (text: string): string => `\`${text.replaceAll('`', '` + "`" + `')}\``

/** Go with its standard library alone. */
export const go: SampleLanguage = {
  id: 'go',
  name: 'Go',
  write: ({ body, kind }) => `package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

const body = ${rawString(indentedJson(body, ''))}

type task struct {
	ID, Status string
	ResultURL  string \`json:"result_url"\`
	Error      any
}

func call(method, url, body string) (t task) {
	request, _ := http.NewRequest(method, url, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("MODEL_TASKS_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(answer.Body)
		log.Fatal(answer.Status, " ", string(text))
	}
	if err := json.NewDecoder(answer.Body).Decode(&t); err != nil {
		log.Fatal(err)
	}
	return t
}

func main() {
	tasks := os.Getenv("MODEL_TASKS_BASE_URL") + "/v2/model-center/tasks"
	t := call("POST", tasks, body)
	for t.Status != "completed" && t.Status != "failed" {
		time.Sleep(5 * time.Second)
		t = call("GET", tasks+"/"+t.ID, "")
	}
	if t.Status == "failed" {
		log.Fatal(t.Error)
	}
	result, err := http.Get(t.ResultURL)
	if err != nil {
		log.Fatal(err)
	}
	defer result.Body.Close()
	file, err := os.Create("${outputFile(kind)}")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	if _, err := io.Copy(file, result.Body); err != nil {
		log.Fatal(err)
	}
}
`,
}
