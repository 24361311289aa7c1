// Made by the generator from spec/. Do not edit.
import { type Json, type JsonObject } from './json.js';
import type { Webhooks } from './mapping.js';
/** A submit that asks for webhooks: its body, and the query that its path gets, without a question mark. */
export declare function withWebhook({ url, beside }: Webhooks, body: Json, target: string): {
    body: Json;
    query?: string;
};
/** What is left of a submit that may ask for webhooks, and where it wants them. */
export declare function withoutWebhook({ url, beside }: Webhooks, body: JsonObject, query: URLSearchParams): {
    body: JsonObject;
    target?: string;
};
