// Made by the generator from spec/. Do not edit.
import { type Json, type JsonObject } from './json.js';
import type { Mapping, ModelFacts, Operation } from './mapping.js';
/** Our request that an upstream's body stands for, or why there is none. */
export type Reversed = {
    upstreamModel: string | undefined;
    parameters: JsonObject;
} | {
    problems: Problem[];
};
/** Something in an upstream's body that our request cannot say. */
export interface Problem {
    /** JSON pointer into the upstream's body. */
    path: string;
    message: string;
}
/** The request that a body came with. */
export interface SentTo {
    /** Where it was sent, which may tell what its members mean. */
    path?: string;
    /** The model that the path names. */
    model?: string;
    /** What parameters are that a request leaves out, where that depends on the request. */
    defaultsFor?: (parameters: JsonObject) => JsonObject;
}
/**
 * Reads an upstream's body backwards. What comes out is put forwards again: a member of the body that this does not
 * give back is a problem, so that nothing a caller asked for is lost without a word.
 */
export declare function fromUpstream(mapping: Mapping, facts: ModelFacts, asked: JsonObject, { path, model, defaultsFor }?: SentTo): Reversed;
/** What rows found in a body. */
export interface ReadBackwards {
    parameters: JsonObject;
    /** References that name uploaded files. */
    uploaded: Map<string, string>;
    /** Where results are to be put. */
    resultsFolder?: string;
}
/** What is lost of a body by reading it backwards: what `found` does not give back. */
export declare function problemsOf(mapping: Mapping, facts: ModelFacts, body: JsonObject, upstreamModel: string, found: ReadBackwards, defaults?: JsonObject): Problem[];
/**
 * What the rows of an operation find in a body, and which references there name uploaded files, regardless of what else the
 * body asks for. `absent`: parameters that are not looked for.
 */
export declare function readBackwards(operation: Operation, facts: ModelFacts, body: JsonObject, absent?: ReadonlySet<string>): ReadBackwards;
/** The folder in S3 into which a body asks results to be put. */
export declare function resultsFolderIn({ rows }: Operation, body: Json): string | undefined;
/** What an upstream's body asks for in the words of our requests. */
export interface InOurWords {
    parameters: JsonObject;
    /** JSON pointers to what the body says and our requests have no word for. */
    untold: string[];
    /** How many places of the body were understood. */
    told: number;
}
/**
 * Reads an upstream's body in the words of our requests, whether or not a model takes what it asks for: first as the
 * model says it, then what is left as any model would. Undefined where the upstream makes nothing of the model's kind.
 */
export declare function inOurWords(mapping: Mapping, facts: ModelFacts, asked: JsonObject): InOurWords | undefined;
/** Whether a submit says which model is to make its task. */
export declare function namesModel({ rows, submit }: Pick<Operation, 'rows' | 'submit'>): boolean;
/** The model that a body names. */
export declare function modelOf({ rows }: Operation, body: Json): string | undefined;
