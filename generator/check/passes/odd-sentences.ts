import type { JsonSchema } from '../../catalogue.js'
import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import { modelIdOf } from '../../read/model-file.js'
import type { Mistake } from '../mistake.js'
import { parsed, text } from '../models.js'
import { oncePerFile } from '../once.js'
import { collect } from '../walk.js'

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

function sentencesIn(schema: JsonSchema): Found[] {
  return collect(schema, (sentence, path): Found | undefined => {
    const key = path.at(-1)
    const isProse = key === 'description' || key === 'en' || key === 'zh' || key === 'text'
    const message = isProse && typeof sentence === 'string' ? oddityOf(sentence, key) : undefined
    return message === undefined ? undefined : [[...path], message]
  })
}

function oddityOf(sentence: string, key: string): string | undefined {
  const [placeholder] = /\b(?:TODO|TBD|FIXME|XXX)\b/.exec(sentence) ?? []
  if (placeholder !== undefined) return `the text holds ${placeholder}: it is not written yet`
  if (sentence !== sentence.trim()) return 'the text begins or ends with a blank'
  if (key === 'description' && sentence !== '' && !/[.!?]$/.test(sentence))
    return 'the description does not end with a full stop'
  if (key === 'zh' && sentence !== '' && !/[\u3400-\u9fff]/.test(sentence))
    return 'the Chinese text holds no Chinese character'
  return undefined
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
