import { facts } from '@model-tasks/spec/facts/all'
import { modules } from '@model-tasks/spec/validators/all'
import { english } from './english.js'
import { check } from './explain.js'
import type { Report } from './finding.js'
import type { CheckOptions } from './check-options.js'
import { resolveModel } from './resolve.js'
import { unknownModel } from './unknown-model.js'

/** As `checkRequest`, at once: this entry brings the validators and facts of all models with it. */
export function checkRequestSync(body: unknown, options: CheckOptions = {}): Report {
  const resolved = resolveModel(body, modules)
  return resolved === undefined
    ? unknownModel(body, Object.keys(modules), options.language ?? english)
    : check(modules[resolved.model], facts[resolved.model], resolved.body, options)
}
