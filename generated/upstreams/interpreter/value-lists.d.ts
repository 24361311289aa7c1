// Made by the generator from spec/. Do not edit.
import { type Json, type Path } from './json.js';
import type { PathPart } from './request-line.js';
/** Where a list of values is read that the upstream adds to. */
export interface ValueListSource {
    path: PathPart[];
    /** Where the answer has the values; `-` stands for every item of a list. */
    values: Path;
    /** The query parameter that asks for the next page, and where the answer has its value. Absent: one answer has the whole list. */
    next?: {
        parameter: string;
        at: Path;
    };
}
/** One page of a list: its values, and what the next page is called where there is one. */
export interface ValuePage {
    values: string[];
    next?: string;
}
/** Reads a page of a list. Undefined when the answer does not hold one, or an item has no value: then nothing is known of the list. */
export declare function readValues({ values: at, next }: ValueListSource, body: Json | undefined): ValuePage | undefined;
/** A page as a fake answers it, put into what the same answer holds of other lists. */
export declare function renderValues(body: Json, { values: at, next }: ValueListSource, page: ValuePage): Json;
