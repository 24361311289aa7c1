import type { ModelModule } from '@model-tasks/spec/validators'
import { explain } from './explain.js'
import type { Report } from './finding.js'

/** Checks a body whose `model` is the module's model. */
export function checkAs(module: ModelModule, body: Record<string, unknown>): Report {
  const found = module.validate(body)
  return found.length > 0 ? explain(module, body, found) : { ok: true, model: module.facts.model, findings: [] }
}
