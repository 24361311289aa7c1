import { _, Name, type Code } from 'ajv'
import type { ModelKind, PromptLimit, PromptParameter, PromptToken, TextClasses, Words } from '../catalogue.js'
import { arrayLiteral, patternLiteral } from '../emit/validators/literals.js'
import { optional, type Reader } from '../read/reader.js'
import { findings, fine, wrongTypes, type Case, type CheckContext, type Kind, type Place } from './kind.js'
import {
  lengthCases,
  patternCases,
  readText,
  textCheck,
  textExample,
  textFacts,
  textPhrase,
  textSample,
  textSchema,
} from './text.js'

const examples: Record<ModelKind, Words> = {
  video: { en: 'A paper boat drifts down a rainy street at dusk', zh: '黄昏时分，一只纸船沿着雨中的街道漂流' },
  image: { en: 'A paper boat at dusk, watercolour', zh: '黄昏里的一只纸船，水彩画' },
  audio: { en: 'Rain on a tin roof, far thunder', zh: '雨打铁皮屋顶，远处有雷声' },
  mesh: { en: 'A paper boat', zh: '一只纸船' },
}

/** The prompt of an example request. */
export function examplePrompt(model: ModelKind): string {
  return examples[model].en
}

/** The same prompt for readers of Chinese. */
export function chinesePrompt(model: ModelKind): string {
  return examples[model].zh
}

/** Text that the model reads, with limits on what it counts and tokens that name references. */
export const prompt: Kind<PromptParameter> = {
  read: (schema, base) => ({
    kind: 'prompt',
    ...base,
    minLength: schema.optionalNumber('minLength') ?? 0,
    ...readText(schema),
    limits: schema.objects('x-prompt-limits').map(promptLimit),
    tokens: schema.objects('x-prompt-tokens').map((token) => ({
      prefix: token.text('prefix'),
      parameter: token.text('parameter'),
      from: token.number('from'),
      to: token.number('to'),
      source: token.source(),
    })),
  }),
  type: () => 'string',
  schema: textSchema,
  check: (parameter, at, context) =>
    [
      textCheck(parameter, at, context),
      ...limitsCheck(parameter, at, context),
      ...tokensCheck(parameter, at, context),
    ].reduce(
      (code, statement) => _`${code}
${statement}`,
    ),
  facts: (parameter) => ({
    ...textFacts(parameter),
    ...(parameter.tokens.length > 0
      ? {
          tokens: parameter.tokens.map(({ prefix, parameter: name, from, to }) => ({
            prefix,
            parameter: name,
            from,
            to,
          })),
        }
      : {}),
  }),
  phrase: textPhrase,
  example: (parameter, model) => textExample(parameter, examplePrompt(model)),
  cases: (parameter) => [
    ...wrongTypes([7, true, ['a'], { text: 'a' }]),
    ...lengthCases(parameter),
    ...patternCases(parameter),
    ...limitCases(parameter.limits),
    ...tokenCases(parameter.tokens),
  ],
  sample: textSample,
}

function promptLimit(limit: Reader): PromptLimit {
  return {
    rule: limit.text('rule'),
    severity: limit.severity(),
    count: limit.oneOf('count', ['code-points', 'han', 'non-han', 'words']),
    max: limit.number('max'),
    ...optional('onlyWithHan', limit.optionalFlag('onlyWithHan')),
    source: limit.source(),
  }
}

function limitsCheck({ limits }: PromptParameter, { pointer, value }: Place, { constant, text }: CheckContext): Code[] {
  if (limits.length === 0) return []
  const rows = limits.map(({ rule, count, max, severity, onlyWithHan }) => [
    rule,
    count,
    max,
    severity === 'error' ? 1 : 0,
    onlyWithHan === true ? 1 : 0,
  ])
  // No count exceeds the number of UTF-16 units, so an ordinary prompt is never read.
  const shortest = Math.min(...limits.map((limit) => limit.max))
  const countsWords = limits.some((limit) => limit.count === 'words')
  const table = (pairs: TextClasses['han'], needed = true): Name =>
    constant(arrayLiteral(needed ? distances(pairs) : []))
  const tables = _`${table(text.han)}, ${table(text.latin, countsWords)}, ${table(text.space, countsWords)}`
  return [
    _`if (typeof ${value} === "string" && ${value}.length > ${shortest}) ${new Name('promptLimits')}(${findings}, ${pointer}, ${value}, ${constant(arrayLiteral(rows))}, ${tables})`,
  ]
}

/** Ranges as distances from border to border, the form that `within` reads. */
function distances(ranges: TextClasses['han']): number[] {
  const borders = ranges.flatMap(([first, last]) => [first, last + 1])
  return borders.map((border, index) => border - (borders[index - 1] ?? 0))
}

/** `@图片3`: each prefix with a number names one item of a parameter. */
function tokensCheck({ tokens }: PromptParameter, { pointer, value }: Place, { variable }: CheckContext): Code[] {
  return tokens.map(({ prefix, parameter, from, to }) => {
    const pattern = patternLiteral(`${prefix.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}([0-9]+)`, 'g')
    return _`if (typeof ${value} === "string") ${new Name('promptTokens')}(${findings}, ${pointer}, ${value}, ${pattern}, ${parameter}, ${from}, ${to}, ${variable(parameter)})`
  })
}

function limitCases(limits: readonly PromptLimit[]): Case[] {
  return [
    ...limits.flatMap(({ rule, count, max }) =>
      [max, max + 1].flatMap((amount) =>
        Object.entries(textsOf(count, amount)).map(([manner, text]) =>
          fine(`${rule}-${count}-${amount === max ? 'at' : 'over'}${manner}`, text),
        ),
      ),
    ),
    ...(limits.length > 1
      ? [fine('every-limit-over', limits.map(({ count, max }) => textsOf(count, max + 1)['']).join(' '))]
      : []),
  ]
}

function tokenCases(tokens: readonly PromptToken[]): Case[] {
  return tokens.flatMap(({ prefix, parameter, to }) =>
    [0, 1, 2].flatMap((attached) =>
      [1, 2, 3, to + 1].map((number): Case => ({
        about: `token-${parameter}-${attached}-attached-names-${number}`,
        value: `Show ${prefix}1 and ${prefix}${number}, then ${prefix}${number} again, ${prefix} alone`,
        findings: [],
        beside: { [parameter]: Array.from({ length: attached }, (_, index) => `https://example.com/${index + 1}`) },
      })),
    ),
  )
}

/**
 * Texts that hold `amount` of what a prompt limit counts: the plain one, and one with what is not counted and with
 * characters beyond the basic plane. Such texts are long, so there is no third.
 */
function textsOf(count: string, amount: number): Record<'' | '-mixed', string> {
  const few = Math.min(10, amount - 1)
  switch (count) {
    case 'han':
      return { '': '船'.repeat(amount), '-mixed': `${'𠮷'.repeat(few)}${'船'.repeat(amount - few)} and a boat` }
    case 'words':
      return {
        '': Array.from({ length: amount }, () => 'boat').join(' '),
        '-mixed': `${'7 '.repeat(few)}😀 ${'à\n'.repeat(amount)}`,
      }
    case 'non-han':
      return { '': 'x'.repeat(amount), '-mixed': `船船${'😀'.repeat(few)}${'x'.repeat(amount - few)}` }
    default:
      return { '': 'x'.repeat(amount), '-mixed': `船${'😀'.repeat(few)}${'x'.repeat(amount - few - 1)}` }
  }
}
