import { strip } from '@model-tasks/client/policy'
import { isJsonObject, nestedDeeperThan, parseJson, type JsonObject } from '../../base/json.js'

/** How long the fields may be as JSON, in characters, and how deep: they are part of every answer about the task. */
const [maxLength, maxDepth] = [65_536, 32]

/** Fields of an upstream's answer as they are kept and shown, without its keys. Undefined where they are too long or too deep for that. */
export function keptFields(fields: JsonObject, secrets: readonly string[]): JsonObject | undefined {
  if (nestedDeeperThan(fields, maxDepth)) return undefined
  const json = JSON.stringify(fields, (_name, value: unknown) =>
    typeof value === 'string' ? strip(value, secrets) : value,
  )
  const kept = json.length > maxLength ? undefined : parseJson(json)
  return isJsonObject(kept) ? kept : undefined
}
