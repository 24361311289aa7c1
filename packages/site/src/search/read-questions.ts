import { readFileSync } from 'node:fs'
import { ContentError } from '../content-error.js'
import type { LanguageCode } from '../texts/code.js'
import type { Questions } from './question-terms.js'

const isQuestions = (value: unknown): value is Questions =>
  typeof value === 'object' && value !== null && 'stop' in value && 'same' in value && 'places' in value

/** The questions that the pages answer in a language, from `content/<language>/questions.json`. Throws where the file holds something else. */
export const readQuestions = (code: LanguageCode): Questions => {
  const value: unknown = JSON.parse(
    readFileSync(new URL(`../../content/${code}/questions.json`, import.meta.url), 'utf8'),
  )
  if (!isQuestions(value)) throw new ContentError(`content/${code}/questions.json must have stop, same and places`)
  return value
}
