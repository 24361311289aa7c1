import type { JsonValue } from '@model-tasks/spec/catalogue'
import { outputFile, type SampleLanguage } from './request.js'

const literal = (value: JsonValue, indent: string): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) {
    if (value.length < 2) return `[${value.map((item) => literal(item, indent)).join(', ')}]`
    return `[\n${value.map((item) => `${indent}    ${literal(item, `${indent}    `)},\n`).join('')}${indent}]`
  }
  if (typeof value === 'object') {
    const lines = Object.entries(value).map(
      ([key, item]) => `${indent}    ${JSON.stringify(key)}: ${literal(item, `${indent}    `)},\n`,
    )
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
  }
  return JSON.stringify(value)
}

/** Python 3 with its standard library alone. */
export const python: SampleLanguage = {
  id: 'python',
  name: 'Python',
  write: ({ body, kind }) => `import json, os, time, urllib.request

tasks = os.environ["MODEL_TASKS_BASE_URL"] + "/v2/model-center/tasks"
headers = {
    "Authorization": "Bearer " + os.environ["MODEL_TASKS_API_KEY"],
    "Content-Type": "application/json",
}

def call(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)

task = call(tasks, ${literal(body, '')})
while task["status"] not in ("completed", "failed"):
    time.sleep(5)
    task = call(f"{tasks}/{task['id']}")
if task["status"] == "failed":
    raise SystemExit(task["error"])
urllib.request.urlretrieve(task["result_url"], "${outputFile(kind)}")
`,
}
