import type { JsonValue } from '@model-tasks/spec'
import { quoted } from '../failure/shell.js'

/** The submit of a body as a curl command. The key stays in the environment. */
export function curl(baseUrl: string, body: Record<string, JsonValue>): string {
  const address = `${baseUrl.replace(/\/+$/, '')}/v2/model-center/tasks`
  return [
    `curl ${baseUrl.startsWith('$') ? `"${address}"` : quoted(address)}`,
    `  -H "Authorization: Bearer $MODEL_TASKS_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n')
}
