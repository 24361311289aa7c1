// Made by the generator from spec/. Do not edit.
import { type Json } from './json.js';
import type { Mapping, Operation, Webhooks } from './mapping.js';
import type { Result } from './result.js';
import type { UpstreamState } from './status.js';
/** A task, as a fake server or a native API tells of it. */
export interface Told {
    id: string;
    /** The ID under which the caller asked for the model. */
    model: string;
    /** Unix time in seconds. */
    created: number;
    /** What the paths of links are put behind. */
    baseUrl: string;
    state: UpstreamState;
    /** From 0 to 1. */
    progress?: number;
    /** When it was completed, and until when its files are kept, in seconds since 1970. */
    completed?: number;
    expires?: number;
    url?: string;
    /** The file itself, for upstreams that answer with it. */
    base64?: string;
    /** The other files, where it made several: what `url` and `base64` are of the first. */
    others?: readonly {
        url?: string;
        base64?: string;
    }[];
    message?: string;
    code?: string;
    seconds?: number;
    /** What it was asked for, as the body of a submit: see `toldParameters`. */
    sent?: Json;
}
/** The answer to an accepted submit. */
export declare function renderSubmit(operation: Operation, task: Told): Json;
/** The answer to a query. */
export declare function renderQuery(operation: Operation, task: Told): Json;
/** The answer to a list of tasks. */
export declare function renderList(operation: Operation, tasks: readonly Told[]): Json;
/** The body of a webhook that tells of a task. */
export declare function renderWebhook({ told }: Webhooks, operation: Operation, task: Told): Json;
/** The body with the result's URL where the mapping reads it first, or with the file where it reads no URL or reads the file before. */
export declare function renderResult(body: Json, results: readonly Result[], { url, base64, others }: Pick<Told, 'url' | 'base64' | 'others'>): Json;
/** Whether answers hold the file itself: a client of the protocol reads no URL. */
export declare function rendersFile({ answer: { results } }: Operation): boolean;
/** Whether the answer to a submit is the file, and no JSON. */
export declare function answersFile(results: readonly Result[]): boolean;
/** The body of an error answer of this HTTP status; `parameter` is the member of the request's body that is wrong. */
export declare function renderError({ errors }: Mapping, status: number, message: string, code: string, parameter?: string): Json;
/** The answer to a submit that names a model which is not known: as the upstream has it, or HTTP 404. */
export declare function renderUnknownModel(mapping: Mapping, model: string): {
    status: number;
    body: Json;
};
