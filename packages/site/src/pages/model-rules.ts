import type { MediaLimit, MediaParameter, Model, PromptParameter } from '@model-tasks/spec/catalogue'
import { fieldName, mediaParametersOf, stepsOf, type FileParameter } from '@model-tasks/spec/measures'
import { limitDrawing } from '../facts/limit-drawing.js'
import { mediaLimitWords, promptLimitPhrase } from '../facts/limits.js'
import { ruleSentence } from '../facts/rule-message.js'
import { sourceLine } from '../facts/source.js'
import type { Texts } from '../texts/en.js'

const isPrompt = (parameter: Model['parameters'][number]): parameter is PromptParameter => parameter.kind === 'prompt'

const isAdvice = ({ severity }: { severity: string }): boolean => severity === 'advice'

/** A limit on the prompt's text. */
export interface PromptRule {
  text: string
  rule: string
  advice: boolean
  source: string
}

/** The tokens of one parameter: `first` to `last` name its items. */
export interface TokenRow {
  first: string
  last: string
  parameter: string
  /** Whether it is the last row. */
  end: boolean
}

/** The limits on the files of parameters that have the same; `row` is the parameter in whose row of the table they stand. */
export interface MediaRule {
  parameters: { name: string; row: string }[]
  limits: { what: string; to: string; drawing: string | undefined; advice: boolean }[]
  source: string
}

/** What becomes of the example of a rule: a text of the page, and a class of its styles. */
type Mark = 'passes' | 'rejected' | 'advised'

/** A rule between parameters. */
export interface CrossRule {
  id: string
  advice: boolean
  message: string
  source: string
  parameters: string[]
  examples: { mark: Mark; label: string; json: string }[]
}

/** The limits on the prompt's text. */
export const promptRules = (model: Model, texts: Texts): PromptRule[] =>
  model.parameters.filter(isPrompt).flatMap(({ limits }) =>
    limits.map((limit) => ({
      text: promptLimitPhrase(limit, texts),
      rule: limit.rule,
      advice: isAdvice(limit),
      source: sourceLine(limit.source, texts),
    })),
  )

/** The tokens by which the prompt names an attached reference. */
export const promptTokens = (model: Model, texts: Texts): { tokens: TokenRow[]; tokenSource: string } => {
  const tokens = model.parameters.filter(isPrompt).flatMap((parameter) => parameter.tokens)
  const source = tokens[0]?.source
  return {
    tokens: tokens.map(({ prefix, from, to, parameter }, index) => ({
      first: `${prefix}${from}`,
      last: `${prefix}${to}`,
      parameter,
      end: index === tokens.length - 1,
    })),
    tokenSource: source === undefined ? '' : sourceLine(source, texts),
  }
}

const limitsKey = (limits: MediaLimit[]): string => JSON.stringify(limits.map(({ source: _, ...limit }) => limit))

/** The limits on files, parameters with equal limits in one row. */
export const mediaRules = (model: Model, texts: Texts): MediaRule[] => {
  const groups = new Map<string, FileParameter<MediaParameter>[]>()
  for (const place of mediaParametersOf(model.parameters)) {
    const { limits } = place.parameter
    if (limits.length === 0) continue
    const key = limitsKey(limits)
    groups.set(key, [...(groups.get(key) ?? []), place])
  }
  return [...groups.values()].map((places) => {
    const limits = places[0]?.parameter.limits ?? []
    const sources = [
      ...new Set(places.flatMap(({ parameter }) => parameter.limits.map((limit) => sourceLine(limit.source, texts)))),
    ]
    return {
      parameters: places.map(({ path }) => ({ name: fieldName(path), row: stepsOf(path)[0] ?? '' })),
      limits: limits.map((limit) => ({
        ...mediaLimitWords(limit, texts),
        drawing: limitDrawing(limit),
        advice: isAdvice(limit),
      })),
      source: sources.join('; '),
    }
  })
}

/** The rules between parameters, each with a request that breaks it and one that does not. */
export const crossRules = (model: Model, texts: Texts): CrossRule[] =>
  model.rules.map((rule) => {
    const example = (kind: 'valid' | 'invalid', mark: Mark): CrossRule['examples'] =>
      rule.examples[kind].slice(0, 1).map((body) => ({ mark, label: texts[mark], json: JSON.stringify(body) }))
    return {
      id: rule.id,
      advice: isAdvice(rule),
      message: ruleSentence(rule, texts),
      source: sourceLine(rule.source, texts),
      parameters: rule.parameters,
      examples: [...example('invalid', isAdvice(rule) ? 'advised' : 'rejected'), ...example('valid', 'passes')],
    }
  })
