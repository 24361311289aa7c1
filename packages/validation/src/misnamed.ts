import { displayNames } from '@model-tasks/spec/validators'
import type { Finding, Report } from './finding.js'
import { nearest } from './nearest.js'
import { isObject } from './resolve.js'
import { received, shown } from './words.js'

/** Why a body names none of the models `ids`: one finding, and nothing about its other parameters (section "Submit a task"). */
export function misnamed(body: unknown, ids: readonly string[]): Report {
  const finding = isObject(body)
    ? { path: '/model', parameter: 'model', ...wrongModel(Object.hasOwn(body, 'model') ? body.model : undefined, ids) }
    : { path: '', rule: 'body', message: `request: must be a JSON object that holds model and its parameters, not ${shown(body)}` }
  return { ok: false, model: undefined, findings: [{ severity: 'error', source: 'Submit a task, Request body', ...finding }] }
}

function wrongModel(model: unknown, ids: readonly string[]): Pick<Finding, 'rule' | 'message'> & Partial<Finding> {
  const use = `use a Model ID, such as ${String(ids[1])}`
  if (model === undefined) return { rule: 'required', message: `model: is required; ${use}` }
  const sent = { received: received(model) ?? null }
  if (model === null) return { ...sent, rule: 'null', message: `model: must not be null; ${use}` }
  if (typeof model !== 'string') return { ...sent, rule: 'type', message: `model: must be a text, not ${shown(model)}; ${use}` }
  const named = displayed(model)
  const suggestion = named ?? nearest(model, ids) ?? displayed(nearest(model, Object.keys(displayNames)))
  const advice = named !== undefined ? `is a display name; send its Model ID, ${named}`
    : `is no Model ID; ${suggestion === undefined ? use : `did you mean ${suggestion}?`}`
  return { ...sent, rule: 'model-unknown', message: `model: ${shown(model)} ${advice}`, allowed: [...ids], ...(suggestion === undefined ? {} : { suggestion }) }
}

/** The Model ID of a display name, in any case and with blanks around it. */
function displayed(name: string | undefined): string | undefined {
  const plain = name?.trim().toLowerCase()
  return Object.entries(displayNames).find(([each]) => each.toLowerCase() === plain)?.[1]
}
