import type { JsonValue } from '@model-tasks/spec/catalogue'
import { outputFile, type SampleLanguage } from './request.js'

const plainKey = /^[A-Za-z_$][\w$]*$/

const literal = (value: JsonValue, indent: string): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) {
    if (value.length < 2) return `[${value.map((item) => literal(item, indent)).join(', ')}]`
    return `[\n${value.map((item) => `${indent}  ${literal(item, `${indent}  `)},\n`).join('')}${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(
      ([key, item]) => `${indent}  ${plainKey.test(key) ? key : literal(key, '')}: ${literal(item, `${indent}  `)},\n`,
    )
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
  }
  return String(value)
}

/** TypeScript with the typed client: a wrong parameter does not compile. */
export const typescript: SampleLanguage = {
  id: 'typescript',
  name: 'TypeScript',
  write: ({ body: { model, ...parameters }, kind, invocable }) => `import { ModelTasks } from '@model-tasks/client'

// Reads MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY.
const client = new ModelTasks()

const handle = await client.${invocable ? 'submit' : 'custom'}(${literal(model, '')}, ${literal(parameters, '')})
await handle.wait()
await handle.download('${outputFile(kind)}')
`,
}
