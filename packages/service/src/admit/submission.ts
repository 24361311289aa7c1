import type { Finding } from '@model-tasks/validation'
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.js'
import { inexactNumber } from '../base/json-numbers.js'
import type { ModelEntry } from '../domain/models.js'
import { priceOf } from '../domain/money/price.js'
import { quoteOf, type Quote } from '../domain/money/quote.js'
import type { Unsupported } from '../domain/provider/provider.js'
import { candidatesOf, quoteFallbacks, type FallbackQuote } from './fallbacks.js'
import { unavailableAssets } from './asset-references.js'
import { unreachableFiles } from './unreachable-files.js'
import type { AdmissionParts } from './parts.js'
import { formatShortened, Problem } from './problem.js'

/** What was sent is repeated up to this many characters of JSON. */
const longestReceived = 200

/** A request that nothing is wrong with, and what it costs. */
export interface CheckedRequest {
  body: JsonObject
  model: ModelEntry
  /** The body without `model`. */
  parameters: JsonObject
  quote: Quote
  /** Remarks that reject nothing. */
  advice: readonly Finding[]
}

/** A submit body that nothing is wrong with, with the models that may make its task in place of its own. */
export interface Submission extends CheckedRequest {
  fallbacks: readonly FallbackQuote[]
  /** What the task holds, in micro-credits: the highest price of its models. */
  held: number
}

/**
 * Checks a submit body and prices it, for its own model and for its fallbacks: those that the request is not valid for are left
 * out. Throws the problem of the first check that fails for its own.
 */
export async function readSubmission(
  body: JsonValue | undefined,
  account: string,
  context: AdmissionParts,
  media: 'check' | 'skip' = 'check',
): Promise<Submission> {
  const request = await readRequest(body, account, context, media)
  const fallbacks = await quoteFallbacks(context.fallbacks.get(request.model.id) ?? [], (model) =>
    readRequest({ ...request.body, model }, account, context, media),
  )
  const held = Math.max(request.quote.amount, ...candidatesOf(fallbacks).map(({ amount }) => amount))
  return { ...request, fallbacks, held }
}

/**
 * Checks a request and prices it. Throws the problem of the first check that fails: first whether the model is for
 * this account, then the request itself, its price, whether an upstream can carry it, its assets and, unless `media` is `skip`, the files that it names.
 */
async function readRequest(
  body: JsonValue | undefined,
  account: string,
  context: AdmissionParts,
  media: 'check' | 'skip',
): Promise<CheckedRequest> {
  const model = isJsonObject(body) && typeof body['model'] === 'string' ? context.models.find(body['model']) : undefined
  if (model?.available === false) {
    throw new Problem('model-unavailable', `${model.id} can be looked up but not invoked here`, {
      reason: model.reason ?? 'unavailable',
    })
  }
  const { ok, findings } = await context.check(body)
  if (!ok || !isJsonObject(body) || model === undefined) throw invalid(findings)
  const { model: _, ...parameters } = body
  const quote =
    inexactNumberFinding(body) ??
    quoteOf(model.priced, priceOf(model.priced, context.prices, context.clock.now()), parameters)
  if ('rule' in quote) throw invalid([...findings, quote])
  const unsupported = context.unsupported({ model: model.id, kind: model.kind, parameters }).map(unsupportedFinding)
  if (unsupported.length > 0) throw invalid([...findings, ...unsupported])
  const ofMedia = [
    ...(await unavailableAssets(model.id, parameters, account, context.assets)),
    ...(model.reference ? await unreachableFiles(model.id, parameters, context.outOfReach) : []),
    ...(model.reference && media === 'check' ? ((await context.checkMedia?.(model.id, body)) ?? []) : []),
  ]
  if (ofMedia.some(isError)) throw invalid([...findings, ...ofMedia])
  return { body, model, parameters, quote, advice: findings }
}

/** The request is valid, and no upstream that is configured for its model has a place for this. */
function unsupportedFinding({ path, parameter, value, message }: Unsupported): Finding {
  return {
    rule: 'upstream-unsupported',
    severity: 'error',
    path,
    parameter,
    message,
    ...(value === null || JSON.stringify(value).length > longestReceived ? {} : { received: value }),
    source: 'extension: problems',
  }
}

/** Such a number would be another one, or null, by the time an upstream reads it. */
function inexactNumberFinding(body: JsonObject): Finding | undefined {
  const found = inexactNumber(body)
  if (found === undefined) return undefined
  const parameter = formatShortened(found.path.split('/')[1] ?? '')
  return {
    rule: 'number-range',
    severity: 'error',
    path: formatShortened(found.path),
    parameter,
    message: `${parameter}: a number is too large to be kept exactly; use numbers from -9007199254740991 to 9007199254740991`,
    source: 'extension: problems',
  }
}

function invalid(findings: Finding[]): Problem {
  return new Problem(
    'invalid-request',
    findings
      .filter(isError)
      .map((finding) => finding.message)
      .join('; '),
    { findings },
  )
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error'
}
