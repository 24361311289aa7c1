import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import { ruleSentence } from '../facts/rule-message.js'
import { sourceLine } from '../facts/source.js'
import { markdownTable } from '../machines/table.js'
import type { Texts } from '../texts/en.js'

/** The block of a translated page that stands for the table. */
const placeholder = /```rules-of-models\n\s*```/

/** Puts the rules of single models, in the language of the texts, where a translated page has the block `rules-of-models`. */
export const withRulesOfModels = (markdown: string, { models }: Catalogue, texts: Texts): string => {
  if (!placeholder.test(markdown)) return markdown
  const rows = models.flatMap(({ id, rules }) =>
    rules.map((rule) => [
      `[\`${id}\`](models/${fileNameOf(id)}.md)`,
      `[\`${rule.id}\`](models/${fileNameOf(id)}.md#r-${rule.id})`,
      rule.severity,
      ruleSentence(rule, texts),
      sourceLine(rule.source, texts),
    ]),
  )
  const columns = [texts.model, texts.rule, texts.severity, texts.message, texts.source]
  return markdown.replace(placeholder, () => markdownTable(columns, rows))
}
