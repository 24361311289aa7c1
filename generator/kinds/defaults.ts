import type { ConditionalDefault, Parameter, Words } from '../catalogue.js'
import type { Reader } from '../read/reader.js'
import { readConditions } from './limits.js'
import { conditionsWords, hanText, written } from './words.js'

/** The defaults that depend on the request, as a model file states them; undefined without any. */
export function readConditionalDefaults(schema: Reader): ConditionalDefault[] | undefined {
  if (!schema.has('x-defaults')) return undefined
  return schema.objects('x-defaults').map((stated) => {
    const value = stated.raw('default')
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return stated.refuse('default', 'a string, a number, true or false')
    const when = readConditions(stated, 'when')
    return { when, phrase: conditionsWords(when), default: value }
  })
}

/** Which default counts when, in one sentence: `Where quality is hd, the default is 10; else where quality is sd, 5.` */
export function conditionalDefaultSentence({ defaults = [] }: Pick<Parameter, 'defaults'>): Words | undefined {
  const [first, ...others] = defaults
  if (first === undefined) return undefined
  return {
    en: `${[
      `Where ${first.phrase.en}, the default is ${written(first.default)}`,
      ...others.map(({ phrase, default: value }) => `else where ${phrase.en}, ${written(value)}`),
    ].join('; ')}.`,
    zh: `${[first, ...others]
      .map(({ phrase, default: value }) => hanText(phrase.zh, '时默认为', written(value)))
      .join('；否则')}。`,
  }
}
