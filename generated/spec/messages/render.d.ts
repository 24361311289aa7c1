// Made by the generator from spec/. Do not edit.
import type { Language } from './language.js';
/** What placeholders stand for. A value in both languages is `{ en, zh }`. */
export type Slots = {
    readonly [slot: string]: unknown;
};
/** The first of the alternatives of whose placeholders each has a value, filled in; empty where there is none. */
export declare function render(alternatives: readonly string[], slots: Slots, language: Language): string;
