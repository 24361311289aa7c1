// Made by the generator from spec/. Do not edit.
import { type Json } from './json.js';
import type { Operation } from './mapping.js';
/**
 * The URL at which a task is queried, as the answer to its submit states it; undefined where it states none that may be asked
 * with the key.
 */
export declare function statedQuery(operation: Operation, body: Json, baseUrl: string): string | undefined;
/**
 * Whether a stated URL may be asked with the key of the base URL: one of the base URL's own origin, or of an allowed host over
 * https. The base URL may be another than when the URL was stated.
 */
export declare function mayBeQueried({ query }: Operation, stated: string, baseUrl: string): boolean;
