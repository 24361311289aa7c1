import { sampleLanguages } from '../src/samples/languages.js'
import type { SampleInput } from '../src/samples/request.js'

/** The programs of a request. Loaded when a reader chooses a language other than JSON. */

/** The program of a request in a language; undefined for a language there is none in. */
export const write = (language: string, input: SampleInput): string | undefined =>
  sampleLanguages.find(({ id }) => id === language)?.write(input)
