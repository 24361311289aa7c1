// Made by the generator from spec/. Do not edit.
import { type Json } from './json.js';
import type { Operation } from './mapping.js';
/**
 * The URL at which a task is queried, as the answer to its submit states it; undefined where it states none that may be asked
 * with the key: one of the base URL's own origin, or of an allowed host over https.
 */
export declare function statedQuery({ query }: Operation, body: Json, baseUrl: string): string | undefined;
