// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import type { Slots } from './render.js';
/** What is known of the values of a choice. */
interface Choice {
    options?: readonly {
        value: JsonValue;
        deprecated?: object | undefined;
    }[] | undefined;
    nullable?: true;
}
/**
 * A list as a message names it: `options`, or what of it is `nearest` to a value and the `total`. Null is among them where it may be
 * sent as well. Values that should no longer be used come last, and are there: they pass, and where they were left out a reader
 * would take them for mistakes.
 */
export declare function listed(values: readonly JsonValue[], value: unknown, accepted?: Choice): Slots;
/** So many of the candidates, those nearest to a value first: numbers by size, words by their letters. */
export declare function nearestOf<T>(value: unknown, candidates: readonly T[], count: number): T[];
export {};
