import type { Rule } from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'

/** What a rule between parameters says, in the language of the texts. */
export const ruleMessage = (
  { message, translations }: Pick<Rule, 'message' | 'translations'>,
  { code }: Pick<Texts, 'code'>,
): string => (code === 'en' ? message : translations[code])

/** The same as a sentence. A name that it begins with, such as `reference_mode`, stays as it is. */
export const ruleSentence = (rule: Pick<Rule, 'message' | 'translations'>, texts: Texts): string => {
  const message = ruleMessage(rule, texts)
  const begin = /^[a-z]+_/.test(message) ? message.charAt(0) : message.charAt(0).toUpperCase()
  return `${begin}${message.slice(1)}${texts.fullStop}`
}
