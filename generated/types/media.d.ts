// Made by the generator from spec/. Do not edit.
import type { WordedMediaLimit } from '../media/index.js'

/** Limits on the files of each media parameter, by parameter. */
export declare const limits: { readonly [parameter: string]: readonly WordedMediaLimit[] }
