// Made by the generator from spec/. Do not edit.
import { type Reading } from './answer.js';
import type { HistoryPlace } from './history.js';
import { type Json } from './json.js';
import type { Operation } from './mapping.js';
/** A task of a list. */
export interface PastReading extends Reading {
    id: string;
    /** When it was submitted, in milliseconds since the Unix epoch; absent where the answer does not say. */
    created?: number;
}
/**
 * The tasks of a page, and the place behind it where there may be more; undefined when the answer is not a page. A task
 * that cannot be read is left out, and counts for the place.
 */
export declare function readHistory(operation: Operation, body: Json, place: HistoryPlace): {
    tasks: PastReading[];
    next: HistoryPlace | undefined;
} | undefined;
