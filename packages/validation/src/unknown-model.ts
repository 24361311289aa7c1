import { displayNames, openModels, renamedModels } from '@model-tasks/spec/validators/names'
import { english } from './english.js'
import type { Finding, Report } from './finding.js'
import { received } from './format.js'
import type { Language, UnknownModel } from './language.js'
import { nearest, nearestModel } from './nearest.js'
import { isObject } from './resolve.js'

/** Why a body names none of the models `ids`: one finding, and nothing about its other parameters (section "Submit a task"). */
export function unknownModel(body: unknown, ids: readonly string[], language: Language = english): Report {
  const finding = isObject(body)
    ? {
        path: '/model',
        parameter: 'model',
        ...wrongModel(Object.hasOwn(body, 'model') ? body.model : undefined, ids, language),
      }
    : { path: '', rule: 'body', message: language.notAnObject(body) }
  return {
    ok: false,
    model: undefined,
    findings: [{ severity: 'error', source: 'Submit a task, Request body', ...finding }],
  }
}

function wrongModel(
  model: unknown,
  ids: readonly string[],
  language: Language,
): Pick<Finding, 'rule' | 'message'> & Partial<Finding> {
  const message = (unknown: UnknownModel): string =>
    `model${language.colon}${language.unknownModel(unknown, String(ids[1] ?? ids[0]))}`
  if (model === undefined) return { rule: 'required', message: message({ why: 'missing' }) }
  const sent = { received: received(model) ?? null }
  if (model === null) return { ...sent, rule: 'null', message: message({ why: 'null' }) }
  if (typeof model !== 'string') return { ...sent, rule: 'type', message: message({ why: 'type', value: model }) }
  const unknown = unknownName(model, ids)
  return {
    ...sent,
    rule: 'model-unknown',
    message: message(unknown),
    allowed: [...ids],
    ...('suggestion' in unknown && unknown.suggestion !== undefined ? { suggestion: unknown.suggestion } : {}),
  }
}

function unknownName(value: string, ids: readonly string[]): UnknownModel {
  const renamed = Object.hasOwn(renamedModels, value) ? renamedModels[value] : undefined
  if (renamed !== undefined) return { why: 'renamed', value, suggestion: renamed }
  const displayed = idOfDisplayName(value)
  if (displayed !== undefined) return { why: 'display-name', value, suggestion: displayed }
  const suggestion = nearestModel(value, ids, openModels) ?? idOfDisplayName(nearest(value, Object.keys(displayNames)))
  return { why: 'unknown', value, suggestion }
}

/** The Model ID of a display name, in any case and with blanks around it. */
function idOfDisplayName(name: string | undefined): string | undefined {
  const plain = name?.trim().toLowerCase()
  return Object.entries(displayNames).find(([each]) => each.toLowerCase() === plain)?.[1]
}
