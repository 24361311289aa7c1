// Made by the generator from spec/. Do not edit.
import { type JsonObject } from './json.js';
import type { Operation } from './mapping.js';
/**
 * The operation as it is for one submit of a vendor's client, with the place of the result first in which the client asks for it,
 * and the body without what asks. A member with a value that asks for none of the places stays.
 */
export declare function withAskedResult(operation: Operation, body: JsonObject, model: string): {
    operation: Operation;
    body: JsonObject;
};
