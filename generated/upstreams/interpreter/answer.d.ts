// Made by the generator from spec/. Do not edit.
import { type Json, type JsonObject, type Path } from './json.js';
import type { Mapping, Operation, Proof } from './mapping.js';
import type { PathPart, Request } from './request-line.js';
import type { Result } from './result.js';
import { type UpstreamState } from './status.js';
/** What an upstream's answer says about a task. */
export interface Reading {
    state: UpstreamState;
    /** The upstream's own word; absent where it has none. */
    word?: string;
    /** The mapping does not know the word: nothing is concluded from it. */
    unknown?: true;
    /** From 0 to 1. */
    progress?: number;
    message?: string;
    code?: string;
    seconds?: number;
    usage: {
        unit: string;
        amount: number;
    }[];
    /** Where the result is, when completed; absent when the answer has none. */
    result?: Located;
}
/** Where a completed task's result is. */
export type Located = {
    kind: 'url';
    url: string;
    others: string[];
    withKey?: true;
}
/** `unframed`: nothing but the end of its connection said that it is all. */
 | {
    kind: 'base64';
    data: string;
    contentType: string;
    others: string[];
    unframed?: true;
}
/** An object in S3 or in Google Cloud Storage, as `s3://bucket/key` or `gs://bucket/key`. */
 | {
    kind: 'object';
    uri: string;
} | Extract<Result, {
    kind: 'content' | 'query';
}>;
/** Reads the answer to a query, or to a submit that answers with the result. Undefined when it is not a task. */
export declare function readAnswer({ answer, id }: Operation, body: Json): Reading | undefined;
/** What the answer to a list says of each task in it, by ID; undefined when it is not a list. Items that are not tasks are left out. */
export declare function readList(operation: Operation, body: Json): Map<string, Reading> | undefined;
/** What items of a list say, each with the answer to a query that it is part of. Items that are not tasks are left out. */
export declare function readItems(operation: Operation, items: readonly Json[], within: Path): {
    id: string;
    reading: Reading;
    whole: Json;
}[];
/** The first of the places that holds a result. */
export declare function locate(results: readonly Result[], body: Json): Located | undefined;
/** An answer that is a file, and no JSON. */
export interface AnsweredFile {
    base64: string;
    contentType: string;
    /** Nothing but the end of the connection said that it is all. */
    unframed: boolean;
}
/** An answer that is a file as JSON, so that it is kept and read as every other. */
export declare function withFile({ base64, contentType, unframed }: AnsweredFile): JsonObject;
/**
 * The task's ID in the answer to a submit. Undefined when there is none that a later request can name: dots alone lead
 * to another path, half a character cannot be sent, and a long number was rounded when it was read.
 */
export declare function readId({ id, idForm }: Pick<Operation, 'id' | 'idForm'>, body: Json): string | undefined;
/** What an error answer says, with the error's own words. */
export interface ErrorReading {
    proves: Proof['proves'];
    message?: string;
    code?: string;
    /** The protocol says so of this very status, and not of a class of them. */
    exact?: true;
}
/** What an answer proves about a submit when it is an error, also inside HTTP 200; undefined when it is not one. */
export declare function readError({ errors }: Mapping, status: number, body: Json | undefined, headers?: Pick<Headers, 'get'>): ErrorReading | undefined;
/** The path of a request with its variables put in, each encoded; the slashes of a model ID stay. */
export declare function pathOf(parts: readonly PathPart[], { id, model }: {
    id?: string;
    model: string;
}): string;
/** The headers of a request of its own. */
export declare function headersOf({ headers }: Pick<Request, 'headers'>, { model }: {
    model: string;
}): {
    [name: string]: string;
};
/** The first of the places that holds a message; a list of messages is joined. */
export declare function firstText(body: Json, paths: readonly Path[]): string | undefined;
