// Made by the generator from spec/. Do not edit.
/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | {
    [key: string]: Json;
};
export type JsonObject = {
    [key: string]: Json;
};
/** A resolved JSON pointer: keys and indices in order. In a place to write to, `-` appends to an array; in one to read several values from it stands for every item. */
export type Path = readonly string[];
/** Whether a value is a JSON object. */
export declare function isObject(value: unknown): value is JsonObject;
/** The value at a path, or undefined where there is none. Inherited members do not count. */
export declare function read(value: Json | undefined, path: Path): Json | undefined;
/** The values at a path in which `-` stands for every item of a list. */
export declare function readAll(value: Json | undefined, path: Path): Json[];
/** Puts a value at a path, from its step `from` on, and returns the whole. Containers on the way are made; a number or `-` makes an array. */
export declare function write(whole: Json | undefined, path: Path, value: Json, from?: number): Json;
/**
 * Puts a value at a path as `write` does, into `whole` itself: it and all inside it on the way must be the caller's own.
 * Returns the whole, which is another value only where `whole` was not a container for the first step.
 */
export declare function put(whole: Json | undefined, path: Path, value: Json, from?: number): Json;
/** A value that shares nothing that can be changed with the one it is a copy of. */
export declare function copy(value: Json): Json;
/** Whether two JSON values are the same, regardless of the order of keys. */
export declare function equal(left: Json | undefined, right: Json | undefined): boolean;
/** The object without the member at a path; containers on the way stay. */
export declare function remove(whole: JsonObject, [step, ...rest]: Path): JsonObject;
