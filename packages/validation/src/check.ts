import type { ModelModule } from '@model-tasks/spec/validators'
import { explain } from './explain.js'
import type { Report } from './finding.js'

/** Checks a body whose `model` is the module's model. */
export function checkAs(module: ModelModule, body: Record<string, unknown>): Report {
  return explain(module.facts, body, module.validate(body))
}
