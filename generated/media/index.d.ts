// Made by the generator from spec/. Do not edit.
import type { MediaLimit } from '../catalogue.js'
import type { ModelId } from '../index.js'

/** Loads the media limits of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ limits: { readonly [parameter: string]: readonly MediaLimit[] } }>>
