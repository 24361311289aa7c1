import type { JsonSchema } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import { modelIdOf } from '../../read/model-file.js'
import type { Mistake } from '../mistake.js'
import { items, parsed, text } from '../models.js'
import { oncePerFile } from '../once.js'
import { stringsIn } from '../strings.js'

/** S093: sentences that pages and messages cannot put beside others: without a full stop, untranslated, not yet written. */
export function oddSentences(spec: Spec): Iterable<Mistake> {
  return [...spec.files.values()].flatMap(inFile)
}

const shared = new Set(['parameters.schema.json', 'media.schema.json', 'task.schema.json'])

const inFile = oncePerFile((file): readonly Mistake[] => {
  const schema = parsed(file)
  if (schema === undefined || !(modelIdOf(file.path) !== undefined || shared.has(file.path))) return []
  return [...sentencesIn(schema), ...ruleMessages(schema)].map(([path, message]) => ({
    code: 'S093',
    file: file.path,
    path,
    message,
  }))
})

type Found = [path: readonly (string | number)[], message: string]

function* sentencesIn(schema: JsonSchema): Iterable<Found> {
  for (const [path, sentence] of stringsIn(schema, [])) {
    const key = path.at(-1)
    if (key === 'description' || key === 'en' || key === 'zh' || key === 'text') {
      const [placeholder] = /\b(?:TODO|TBD|FIXME|XXX)\b/.exec(sentence) ?? []
      if (placeholder !== undefined) yield [path, `the text holds ${placeholder}: it is not written yet`]
      else if (sentence !== sentence.trim()) yield [path, 'the text begins or ends with a blank']
      else if (key === 'description' && sentence !== '' && !/[.!?]$/.test(sentence))
        yield [path, 'the description does not end with a full stop']
      else if (key === 'zh' && sentence !== '' && !/[\u3400-\u9fff]/.test(sentence))
        yield [path, 'the Chinese text holds no Chinese character']
    }
  }
}

/** A rule's message follows the names of parameters and a colon. */
function* ruleMessages(schema: JsonSchema): Iterable<Found> {
  for (const list of ['allOf', 'x-advice'])
    for (const [index, entry] of items(schema[list])) {
      const rule = isObject(entry) ? entry['x-rule'] : undefined
      const message = isObject(rule) ? rule.message : undefined
      if (!isObject(message)) continue
      const path = [list, index, 'x-rule', 'message']
      if (/^[A-Z][a-z]/.test(text(message.en) ?? ''))
        yield [[...path, 'en'], 'the message begins with a capital: it follows the names of parameters and a colon']
      for (const language of ['en', 'zh'])
        if (/[.\u3002]$/.test(text(message[language]) ?? ''))
          yield [[...path, language], 'the message ends with a full stop: it is a part of a sentence']
    }
}
