import { modules } from '@model-tasks/spec/validators/all'
import { checkAs } from './check.js'
import type { Report } from './finding.js'
import { misnamed } from './misnamed.js'
import { resolveModel } from './resolve.js'

/** As `checkRequest`, at once: this entry brings the validators of all models with it. */
export function checkRequestSync(body: unknown): Report {
  const resolved = resolveModel(body, modules)
  return resolved === undefined ? misnamed(body, Object.keys(modules)) : checkAs(modules[resolved.model], resolved.body)
}
