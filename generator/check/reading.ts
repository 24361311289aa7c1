import type { JsonValue, Model } from '../catalogue.js'
import { brokenRules, minimalRequest } from '../read/requests.js'
import { items, objectOrEmpty } from '../load/json-object.js'
import type { Spec } from '../load/spec.js'
import { modelIdOf, readModelFile } from '../read/model-file.js'
import type { Mistake } from './mistake.js'
import { nearest } from './nearest.js'
import { defaultingMistakes } from './defaulting.js'
import { limitingMistakes } from './limiting.js'
import { pricingMistakes } from './pricing.js'
import { satisfies } from './satisfies.js'

/**
 * What is said of parameters alone. A condition is one on the request, and dates and former names are found by the name of
 * a parameter: neither has a meaning for a member that every item of a list has again.
 */
const ofParameters = new Set(['x-defaults', 'x-upcoming', 'x-deprecated', 'x-renamed-from'])

/**
 * S016 and S017: what the reader of models cannot read or does not read. The meta-schemas look at a file as it is
 * written; this looks at a parameter together with the shared definition it refers to. Runs only when nothing else is
 * wrong, so that one slip is reported once.
 */
export function* readingMistakes(spec: Spec): Iterable<Mistake> {
  for (const specFile of spec.files.values()) {
    if (modelIdOf(specFile.path) === undefined) continue
    const reading = readModelFile(spec, specFile)
    const file = specFile.path
    if ('error' in reading) {
      const [place = '', wanted = ''] = reading.error.message.split(' must be ')
      const path = stepsOf(place)
      yield { code: 'S017', file, path, message: `${String(path.at(-1) ?? 'the file')} must be ${wanted}` }
      continue
    }
    const unproven = [...unprovenRules(file, specFile.value, reading.model)]
    yield* unproven
    if (unproven.length === 0) {
      yield* unkeptRules(file, specFile.value, reading.model)
      yield* pricingMistakes(file, reading.model)
      yield* limitingMistakes(file, reading.model)
      yield* defaultingMistakes(file, reading.model)
    }
    for (const { path, keyword, known } of reading.unread) {
      const near = nearest(keyword, [...known])
      const hint = ofParameters.has(keyword)
        ? `Only parameters of the model have "${keyword}", not what lies inside them. Say it of the parameter, or leave it out.`
        : near && `Did you mean "${near}"?`
      yield {
        code: 'S016',
        file,
        path,
        at: 'key',
        message: `the keyword "${keyword}" has no effect here`,
        ...(hint === undefined ? {} : { hint }),
      }
    }
  }
}

/**
 * S052, with what only the whole model shows: an example counts together with the smallest request, and there the rule
 * must hold, or break, as the example says. A rule that no request keeps, or that none breaks, cannot have both.
 */
function* unprovenRules(file: string, value: JsonValue | undefined, model: Model): Iterable<Mistake> {
  const smallest = minimalRequest(model)
  const places = rulePlaces(value)
  for (const [index, { examples, schema }] of model.rules.entries()) {
    for (const kind of ['valid', 'invalid'] as const)
      for (const [position, example] of examples[kind].entries()) {
        const keeps = satisfies(schema, { ...smallest, ...example })
        if (keeps === (kind === 'valid')) continue
        yield {
          code: 'S052',
          file,
          path: [...(places[index] ?? []), 'x-rule', 'examples', kind, position],
          message: `with the required parameters the ${kind} example ${keeps ? 'keeps' : 'breaks'} the rule`,
        }
      }
  }
}

/** S057: a rule that every example request breaks, so that no page could show a request that the model accepts. */
function* unkeptRules(file: string, value: JsonValue | undefined, model: Model): Iterable<Mistake> {
  const places = rulePlaces(value)
  for (const rule of brokenRules(model.requests.smallest, model)) {
    if (rule.severity !== 'error') continue
    yield {
      code: 'S057',
      file,
      path: [...(places[model.rules.indexOf(rule)] ?? []), 'x-rule', 'examples', 'valid'],
      message: 'no example keeps this rule and the others of the model at once',
    }
  }
}

/** Where the rules of a model stand in its file, in their order. */
function rulePlaces(value: JsonValue | undefined): (readonly ['allOf' | 'x-advice', number])[] {
  return (['allOf', 'x-advice'] as const).flatMap((list) =>
    items(objectOrEmpty(value)[list]).map(([at]): [typeof list, number] => [list, at]),
  )
}

function stepsOf(place: string): (string | number)[] {
  const pointer = place.split('#')[1] ?? ''
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}
