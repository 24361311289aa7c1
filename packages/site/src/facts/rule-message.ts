import type { Rule } from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'

/** What a rule between parameters says, in the language of the texts where it has been translated. */
export const ruleMessage = ({ id, message }: Pick<Rule, 'id' | 'message'>, texts: Texts): string =>
  texts.ruleMessages[id] ?? message

/** The same as a sentence. */
export const ruleSentence = (rule: Pick<Rule, 'id' | 'message'>, texts: Texts): string => {
  const message = ruleMessage(rule, texts)
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${texts.fullStop}`
}
