// Made by the generator from spec/. Do not edit.
import { type JsonObject } from './json.js';
import type { Operation } from './mapping.js';
import type { BodyMember } from './request-line.js';
/** The ID of a task as a fake or a native API tells it: with what the vendor's IDs have before it. */
export declare function toldId({ idForm }: Operation, { id, model }: {
    id: string;
    model: string;
}): string;
/** The body of a request about a task; undefined where it has none. */
export declare function requestBody({ body }: {
    body?: BodyMember[];
}, facts: {
    id: string;
    model: string;
}): JsonObject | undefined;
