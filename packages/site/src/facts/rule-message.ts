import type { Rule } from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'

/** What a rule between parameters says, in the language of the texts. */
export const ruleMessage = (
  { message, translations }: Pick<Rule, 'message' | 'translations'>,
  { code }: Pick<Texts, 'code'>,
): string => (code === 'en' ? message : translations[code])

/** The same as a sentence. */
export const ruleSentence = (rule: Pick<Rule, 'message' | 'translations'>, texts: Texts): string => {
  const message = ruleMessage(rule, texts)
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${texts.fullStop}`
}
