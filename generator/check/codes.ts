import type { CodeFacts } from './codes/facts.js'
import { filesCodes } from './codes/files.js'
import { formCodes } from './codes/form.js'
import { namesCodes } from './codes/names.js'
import { parametersCodes } from './codes/parameters.js'
import { referencesCodes } from './codes/references.js'
import { pricesCodes } from './codes/prices.js'
import { rulesCodes } from './codes/rules.js'
import { serviceCodes } from './codes/service.js'
import { textsCodes } from './codes/texts.js'
import { moreUpstreamCodes, upstreamCodes } from '../upstreams/codes.js'

/** Every mistake `checkSpec` knows. A code never changes its meaning; one that is no longer used is not given away again. */
export const diagnosticCodes = [
  ...filesCodes,
  ...formCodes,
  ...namesCodes,
  ...parametersCodes,
  ...referencesCodes,
  ...rulesCodes,
  ...serviceCodes,
  ...pricesCodes,
  ...upstreamCodes,
  ...textsCodes,
  ...moreUpstreamCodes,
] as const

export type DiagnosticCode = (typeof diagnosticCodes)[number]['code']

/** What a code means. */
export function codeFacts(code: DiagnosticCode): CodeFacts {
  const facts = diagnosticCodes.find((entry) => entry.code === code)
  if (facts === undefined) throw new RangeError(`no such code: ${code}`)
  return facts
}
