// Made by the generator from spec/. Do not edit.
import type { LimitedPlace } from '../media/index.js'

/** Every place of a request where a reference to a file can stand, with the limits on the files there. */
export declare const places: readonly LimitedPlace[]
