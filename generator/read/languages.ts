import type { Words } from '../catalogue.js'
import type { Language } from '../messages/language.js'
import type { Reader } from './reader.js'

/** What messages are made of in each language. Catalogues before 0.2.0, which spec:diff reads too, have none. */
export function readLanguages(findings: Reader): Record<keyof Words, Language> {
  return { en: readLanguage('en', findings), zh: readLanguage('zh', findings) }
}

function readLanguage(code: keyof Words, findings: Reader): Language {
  const rules = findings
    .objects('findings')
    .filter((finding) => finding.has('message'))
    .map((finding) => [finding.text('rule'), finding.object('message').texts(code)] as const)
  if (!findings.has('languages'))
    return { code, rules: Object.fromEntries(rules), texts: {}, tables: {}, joins: {}, colon: ': ' }
  const language = findings.object('languages').object(code)
  return {
    code,
    rules: Object.fromEntries(rules),
    texts: entriesOf(language.object('texts'), (texts, key) => texts.texts(key)),
    tables: entriesOf(language.object('tables'), (tables, key) =>
      entriesOf(tables.object(key), (table, word) => table.text(word)),
    ),
    joins: entriesOf(language.object('joins'), (joins, key) => {
      const [comma = '', last = ''] = joins.texts(key)
      return [comma, last] as const
    }),
    colon: language.text('colon'),
  }
}

function entriesOf<T>(reader: Reader, read: (reader: Reader, key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.keys(reader.value).map((key) => [key, read(reader, key)]))
}
