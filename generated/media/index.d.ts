// Made by the generator from spec/. Do not edit.
import type { MediaLimit, Words } from '../catalogue.js'
import type { ModelId } from '../index.js'

/** A limit on files with what it allows in words, such as "at least 2 s and at most 15 s". */
export interface WordedMediaLimit extends MediaLimit {
  phrase: Words
}

/** Loads the media limits of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ limits: { readonly [parameter: string]: readonly WordedMediaLimit[] } }>>
