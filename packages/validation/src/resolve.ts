import type { JsonValue } from '@model-tasks/spec'
import { displayNames } from '@model-tasks/spec/validators'
import type { Finding, Report } from './finding.js'
import { nearest } from './nearest.js'
import { received, shown } from './words.js'

/** A body and the model it names, or the report that says why it names none. */
export type Resolution<Id extends string> = { model: Id, body: Record<string, unknown> } | Report

/** Finds the model of a request among the keys of `known` (section "Submit a task"). Nothing else of the body is looked at. */
export function resolveModel<Id extends string>(body: unknown, known: Record<Id, unknown>): Resolution<Id> {
  if (!isObject(body)) {
    return refused({ rule: 'body', path: '', message: `request: must be a JSON object that holds model and its parameters, not ${shown(body)}` })
  }
  const model = Object.hasOwn(body, 'model') ? body.model : undefined
  return typeof model === 'string' && holds(known, model) ? { model, body } : refused(misnamed(model, Object.keys(known)))
}

function holds<Id extends string>(known: Record<Id, unknown>, id: string): id is Id {
  return Object.hasOwn(known, id)
}

function misnamed(model: unknown, ids: readonly string[]): Mistaken {
  const use = `use a Model ID, such as ${String(ids[1])}`
  const found = { path: '/model', parameter: 'model', ...(model === undefined ? {} : { received: received(model) ?? null }) }
  if (model === undefined) return { ...found, rule: 'required', message: `model: is required; ${use}` }
  if (model === null) return { ...found, rule: 'null', message: `model: must not be null; ${use}` }
  if (typeof model !== 'string') return { ...found, rule: 'type', message: `model: must be a text, not ${shown(model)}; ${use}` }
  const named = Object.hasOwn(displayNames, model) ? displayNames[model] : undefined
  const suggestion: JsonValue | undefined = named ?? nearest(model, ids)
  const advice = named !== undefined ? `is a display name; send its Model ID, ${named}`
    : `is no Model ID; ${suggestion === undefined ? use : `did you mean ${suggestion}?`}`
  return {
    ...found,
    rule: 'model-unknown',
    message: `model: ${shown(model)} ${advice}`,
    allowed: [...ids],
    ...(suggestion === undefined ? {} : { suggestion }),
  }
}

type Mistaken = Omit<Finding, 'severity' | 'source'>

function refused(finding: Mistaken): Report {
  return { ok: false, model: undefined, findings: [{ severity: 'error', source: 'Submit a task, Request body', ...finding }] }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
