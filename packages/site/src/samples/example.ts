import type { Model } from '@model-tasks/spec/catalogue'
import type { LanguageCode } from '../texts/code.js'
import type { RequestBody } from './request.js'

/** A request as a person would write it, which the model accepts. Its prompt is in the reader's language. */
export const exampleBody = ({ id, requests }: Model, language: LanguageCode = 'en'): RequestBody => ({
  ...requests.usual[language],
  model: id,
})
