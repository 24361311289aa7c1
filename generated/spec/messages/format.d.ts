// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue/stated.js';
/** What a message calls a value that it does not repeat: `array`, `object`, `nothing`. */
export type Nouns = {
    readonly [noun: string]: string;
};
/** A sent value as a message shows it: strings quoted and shortened, lists and objects only named. */
export declare function quoteValue(value: unknown, nouns: Nouns): string;
/** The sent value where a finding can carry it as JSON: scalars only, long strings shortened. */
export declare function received(value: unknown): JsonValue | undefined;
/** A fact of the catalogue as plain text. */
export declare function formatValue(value: JsonValue | undefined): string;
/** Values one after the other, the last two joined by a word: `a, b or c`. */
export declare function joinValues(values: readonly JsonValue[], [comma, last]: readonly [comma: string, last: string]): string;
/** The name of a parameter as a message shows it: as it is when it could be one, else quoted. */
export declare function formatName(name: string): string;
/** Where a value lies, as a message shows it: `camera.zoom`, `reference_images[0]`. */
export declare function formatPlace(steps: readonly string[]): string;
/** Control characters, unusual spaces and marks of direction written out, since they could not be seen or would move the cursor. */
export declare function visible(text: string): string;
/** The first part of a long string, in Unicode code points, with an ellipsis. */
export declare function shorten(text: string): string;
/** Length of a string in Unicode code points. */
export declare function codePoints(value: unknown): number;
