// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import type { Slots } from './render.js';
/** Longer lists are cut to the nearest few and the count. */
export declare const maxListed = 20;
/** A list as a message names it: `options`, or what of it is `nearest` to a value and the `total`. */
export declare function listed(values: readonly JsonValue[], value: unknown): Slots;
/** So many of the candidates, those nearest to a value first: numbers by size, words by their letters. */
export declare function nearestOf<T>(value: unknown, candidates: readonly T[], count: number): T[];
