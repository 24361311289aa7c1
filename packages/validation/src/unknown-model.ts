import { unknownModelMessage, unknownModelOf, received, type Language } from '@model-tasks/spec/messages'
import { displayNames, openModels, renamedModels } from '@model-tasks/spec/validators/names'
import type { Report } from './finding.js'

/** Why a body names none of the models `ids`: one finding, and nothing about its other parameters (section "Submit a task"). */
export function unknownModel(body: unknown, ids: readonly string[], language: Language): Report {
  const unknown = unknownModelOf(body, { ids, displayNames, renamedModels, openModels })
  const { rule, path, slots, suggestion } = unknown
  const message = unknownModelMessage(unknown, language)
  const source = 'Submit a task, Request body'
  return {
    ok: false,
    model: undefined,
    findings: [
      {
        ...{ severity: 'error', source, path, rule, message },
        ...(path === '' ? {} : { parameter: 'model' }),
        ...(rule === 'body' || rule === 'required' ? {} : { received: received(slots.value) ?? null }),
        ...(rule === 'model-unknown' ? { allowed: [...ids] } : {}),
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    ],
  }
}
