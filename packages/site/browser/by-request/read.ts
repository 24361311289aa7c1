import { jsonFault } from '../json/fault.js'
import { inexactNumber } from '../json/inexact-number.js'
import { placeOf } from '../json/place.js'
import type { Words } from './words.js'

/** The most that the service takes of a request, in MiB. */
const largest = 16

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a reader pasted: a JSON object, or why it is not one, in one sentence. */
export const readRequest = (text: string, words: Words): { body: Record<string, unknown> } | { fault: string } => {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > largest * 1024 * 1024) return { fault: words.tooLarge((bytes / 1024 / 1024).toFixed(1), largest) }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const fault = jsonFault(text)
    if (fault !== undefined)
      return { fault: words.notJson(placeOf(text, fault.at), words.expected[fault.expected], fault.got) }
  }
  const first = text.search(/[^ \t\n\r]/)
  if (!isObject(value)) return { fault: words.notObject(placeOf(text, first)) }
  const inexact = inexactNumber(text)
  return inexact === undefined ? { body: value } : { fault: words.notExact(placeOf(text, inexact.at), inexact.number) }
}
