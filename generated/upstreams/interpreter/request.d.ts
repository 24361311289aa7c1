// Made by the generator from spec/. Do not edit.
import { type Json, type JsonObject } from './json.js';
import type { Condition, Mapping, ModelFacts, Operation } from './mapping.js';
import { type Rejection } from './rejection.js';
/** A request of ours, to be put in an upstream's words. */
export interface Asked {
    /** What the catalogue knows of the model. */
    facts: ModelFacts;
    /** The operator's ID of the model at the upstream. */
    upstreamModel: string;
    /** The parameters, without `model`. */
    parameters: JsonObject;
    /** What parameters are that the request leaves out, where that depends on the request; in place of the defaults of `facts`. */
    defaults?: JsonObject;
    /** What names files at the upstream that were uploaded, or the data URI of those that were fetched, by what names them in the request. */
    uploaded?: ReadonlyMap<string, string>;
    /** Where in S3 the operator lets the upstream put its results, as `s3://bucket/folder`. */
    resultsFolder?: string;
}
/** The body of the upstream's submit, or everything in the request that the upstream cannot do. */
export type Mapped = MappedBody | {
    rejections: Rejection[];
};
/** A body, the parameters whose default it leaves out, and the files that must be seen to before it is sent: data URIs that are uploaded, and URLs that are fetched. */
export interface MappedBody {
    body: Json;
    dropped: string[];
    uploads: string[];
}
/**
 * Puts a request in an upstream's words. The catalogue's defaults are sent explicitly where the upstream has the
 * parameter; `dropped` names those for which it has none. Pure: the same request gives the same body.
 */
export declare function toUpstream(mapping: Mapping, asked: Asked): Mapped;
/** So much of a request as an upstream has words for: the body without what it cannot do. */
export declare function inUpstreamWords(mapping: Mapping, asked: Asked): Json;
/** The path that a request is submitted to. */
export declare function submitPath(operation: Operation, asked: Asked): string;
/** How the body of a request is sent. */
export declare function submitEncoding(operation: Operation, asked: Asked): Operation['encoding'];
/**
 * The parameters that a request to this path does not give: with one of them it would have been sent to another. Nothing is
 * concluded from conditions that have other reasons not to hold.
 */
export declare function absentAt({ submitPaths }: Pick<Operation, 'submitPaths'>, path: string | undefined, model: string): ReadonlySet<string>;
/** Whether two paths lead to the same, however they are encoded. Queries are not compared. */
export declare function isSamePath(one: string, other: string): boolean;
/**
 * The path that a task is queried at, where that depends on what it was submitted with; undefined where it does not. Of the
 * parameters, only those of the request itself and the catalogue's defaults count, as in the path of the submit.
 */
export declare function queryPath({ query }: Operation, asked: Asked, id: string): string | undefined;
/** What is asked for: the parameters, the catalogue's defaults, and the only value where a model offers one. An empty list asks for nothing. */
export declare function withDefaults({ facts, parameters, defaults: own, }: Pick<Asked, 'facts' | 'parameters' | 'defaults'>): JsonObject;
/** Whether the conditions that are about the model hold; others are left out. */
export declare function modelHolds(conditions: readonly Condition[], upstreamModel: string): boolean;
