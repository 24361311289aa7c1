// Made by the generator from spec/. Do not edit.
import { type Json } from './json.js';
import type { Row, Template } from './mapping.js';
/** The row's upstream value for ours, or why there is none. */
export declare function toUpstreamValue(row: Row, value: Json): {
    value: Json;
} | {
    reason: string;
};
/** Whether a text has more code points than `length`. */
export declare function isLonger(text: string, length: number): boolean;
/** How a request names media. */
export declare function formOf(reference: string): 'url' | 'data' | 'asset';
/** A template with its holes filled: a value of its own, of which nothing is shared. */
export declare function fill({ value, holes }: Template, filling: Json): Json;
/** What fills the holes of a template to give `filled`; undefined when nothing does. */
export declare function unfill(template: Template, filled: Json): Json | undefined;
