import { indentedJson, outputFile, type SampleLanguage } from './request.js'

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** POSIX shell with curl; the fields are read with sed, so that nothing else need be installed. */
export const curl: SampleLanguage = {
  id: 'curl',
  name: 'curl',
  write: ({ body, kind }) => `tasks="$MODEL_TASKS_BASE_URL/v2/model-center/tasks"
key="Authorization: Bearer $MODEL_TASKS_API_KEY"
field() { sed -n 's/.*"'"$1"'": *"\\([^"]*\\)".*/\\1/p'; }

task=$(curl -sS --fail-with-body "$tasks" -H "$key" \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuoted(indentedJson(body, ''))}) || { echo "$task"; exit 1; }
id=$(echo "$task" | field id)

while :; do
  task=$(curl -sS "$tasks/$id" -H "$key")
  case $(echo "$task" | field status) in
    completed) break ;;
    failed) echo "$task"; exit 1 ;;
  esac
  sleep 5
done
curl -sS -o ${outputFile(kind)} "$(echo "$task" | field result_url)"
`,
}
