import { displayNames } from '@model-tasks/spec/validators'
import { english } from './english.js'
import type { Finding, Report } from './finding.js'
import type { Language, Misnaming } from './language.js'
import { nearest } from './nearest.js'
import { isObject } from './resolve.js'
import { received } from './words.js'

/** Why a body names none of the models `ids`: one finding, and nothing about its other parameters (section "Submit a task"). */
export function misnamed(body: unknown, ids: readonly string[], language: Language = english): Report {
  const finding = isObject(body)
    ? {
        path: '/model',
        parameter: 'model',
        ...wrongModel(Object.hasOwn(body, 'model') ? body.model : undefined, ids, language),
      }
    : { path: '', rule: 'body', message: language.noObject(body) }
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
  const told = (misnaming: Misnaming): string => `model${language.colon}${language.noModel(misnaming, String(ids[1]))}`
  if (model === undefined) return { rule: 'required', message: told({ why: 'missing' }) }
  const sent = { received: received(model) ?? null }
  if (model === null) return { ...sent, rule: 'null', message: told({ why: 'null' }) }
  if (typeof model !== 'string') return { ...sent, rule: 'type', message: told({ why: 'type', value: model }) }
  const named = displayed(model)
  const suggestion = named ?? nearest(model, ids) ?? displayed(nearest(model, Object.keys(displayNames)))
  const message = told(
    named === undefined
      ? { why: 'unknown', value: model, suggestion }
      : { why: 'display-name', value: model, suggestion: named },
  )
  return {
    ...sent,
    rule: 'model-unknown',
    message,
    allowed: [...ids],
    ...(suggestion === undefined ? {} : { suggestion }),
  }
}

/** The Model ID of a display name, in any case and with blanks around it. */
function displayed(name: string | undefined): string | undefined {
  const plain = name?.trim().toLowerCase()
  return Object.entries(displayNames).find(([each]) => each.toLowerCase() === plain)?.[1]
}
