import type { Model, Parameter, PromptParameter } from '@model-tasks/spec/catalogue'
import { fieldName, mediaParametersOf } from '@model-tasks/spec/measures'
import type { Texts } from '../texts/en.js'
import { fill } from '../texts/fill.js'
import { conditionalDefaultsText } from './conditions.js'
import { constraintOf, constraintText, mediaLimitWords, promptLimitPhrase } from './limits.js'
import { ruleMessage } from './rule-message.js'
import { written } from './value.js'

/** One thing in which models can differ. */
export interface Facet {
  /** What it is about: a parameter's name, or words of the reader's language. */
  label: string
  /** Whether the label is a name as it is sent. */
  mono: boolean
  /** Facets are shown by their group, parameters first. */
  group: number
  text: string
  /** Equal where two models say the same, even in another order. */
  key: string
}

/** Everything a reader compares about a parameter, as one line: what it takes, its default, whether it must be sent. */
export const parameterLine = (parameter: Parameter | undefined, texts: Texts): string | undefined => {
  if (parameter === undefined) return undefined
  const parts = [constraintText(constraintOf(parameter, texts), texts)]
  if ('default' in parameter && parameter.default !== undefined)
    parts.push(`${texts.defaultWord} ${written(parameter.default)}`)
  if (parameter.defaults !== undefined) parts.push(`${texts.defaultWord} ${conditionalDefaultsText(parameter, texts)}`)
  if (parameter.required) parts.push(texts.required)
  return parts.join(texts.semicolon)
}

const inOrder = (parameter: Parameter): Parameter =>
  parameter.kind === 'enum' ? { ...parameter, values: [...parameter.values].sort() } : parameter

const isPrompt = (parameter: Parameter): parameter is PromptParameter => parameter.kind === 'prompt'

const marked = (text: string, severity: string, texts: Texts): string =>
  severity === 'advice' ? text + fill(texts.aside, { text: texts.advice }) : text

const said = (group: number, label: string, lines: string[], texts: Texts): Facet[] => {
  const text = lines.join(texts.semicolon)
  return text === '' ? [] : [{ label, mono: false, group, text, key: text }]
}

/** What a model's page says of the model, apart from its names: parameters, limits, tokens, rules and further response fields. */
export const facetsOf = (model: Model, texts: Texts): Facet[] => {
  const prompts = model.parameters.filter(isPrompt)
  return [
    ...model.parameters.map((parameter): Facet => ({
      label: parameter.name,
      mono: true,
      group: 0,
      text: parameterLine(parameter, texts) ?? '',
      key: parameterLine(inOrder(parameter), texts) ?? '',
    })),
    ...said(
      1,
      texts.promptRules,
      prompts.flatMap(({ limits }) =>
        limits.map((limit) => marked(promptLimitPhrase(limit, texts), limit.severity, texts)),
      ),
      texts,
    ),
    ...said(
      2,
      texts.promptTokens,
      prompts.flatMap(({ tokens }) =>
        tokens.map(({ prefix, from, to, parameter }) => `${prefix}${from}–${prefix}${to} → ${parameter}`),
      ),
      texts,
    ),
    ...mediaParametersOf(model.parameters).flatMap(({ path, parameter }) =>
      said(
        3,
        `${texts.mediaRules}${texts.colon}${fieldName(path)}`,
        parameter.limits.map((limit) => {
          const { what, to } = mediaLimitWords(limit, texts)
          return marked(`${what} ${to}`, limit.severity, texts)
        }),
        texts,
      ),
    ),
    ...said(
      4,
      texts.crossRules,
      model.rules.map((rule) => marked(`${rule.id}${texts.colon}${ruleMessage(rule, texts)}`, rule.severity, texts)),
      texts,
    ),
    ...said(5, texts.responseExtras, model.responseExtras, texts),
  ]
}

/** The labels of facets of several models, each once, by their group and then as they first come. */
export const labelsOf = (facets: Facet[]): string[] => [
  ...new Set(facets.toSorted((left, right) => left.group - right.group).map(({ label }) => label)),
]
