// Made by the generator from spec/. Do not edit.
import { type Json } from './json.js';
import type { Mapping, ModelProbe } from './mapping.js';
/**
 * What an answer says of a model: that it is `known` or `unknown`, or that it is `unlisted` where other models can be used
 * that the answer leaves out.
 */
export type ModelReading = 'known' | 'unknown' | 'unlisted';
/** Reads the answer to a model probe. Undefined when it says nothing of the model. */
export declare function readModelProbe(mapping: Mapping, { names, omits }: ModelProbe, model: string, { status, body }: {
    status: number;
    body: Json | undefined;
}): ModelReading | undefined;
/** The query parameter of a model probe that names the model; undefined where its path does, or nothing. */
export declare function modelParameter({ path }: ModelProbe): string | undefined;
/** The answer to a model probe of a server that knows these models: a list of them, or the one that was asked for. */
export declare function renderModels({ names, told }: ModelProbe, models: readonly string[]): Json;
