// Made by the generator from spec/. Do not edit.
import type { JsonValue, MediaLimit, MediaPlace, Words } from '../catalogue.js'
import type { DefaultedModel } from '../measures/index.js'
import type { ModelId } from '../index.js'

/** A limit on files with what it allows in words, such as "at least 2 s and at most 15 s". */
export interface WordedMediaLimit extends MediaLimit {
  phrase: Words
  /** What the parameters of `when` are where a request leaves them out. */
  defaults?: { readonly [parameter: string]: JsonValue }
  /** Those of them that depend on the request. */
  conditionalDefaults?: DefaultedModel['conditionalDefaults']
}

/** A place of a request where a reference to a file can stand, with the limits on the files there. */
export interface LimitedPlace extends MediaPlace {
  limits: readonly WordedMediaLimit[]
}

/** Loads the media places of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ places: readonly LimitedPlace[] }>>
