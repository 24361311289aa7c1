// Made by the generator from spec/. Do not edit.
import type { Json } from './json.js';
/** Something a request asks for that an upstream cannot do. Nothing was sent. */
export interface Rejection {
    rule: 'upstream-unsupported';
    /** JSON pointer into our request. */
    path: string;
    parameter: string;
    value: Json;
    /** Why, in words that follow the upstream's name. */
    reason: string;
    message: string;
}
/** The rejection of one value by an upstream. */
export declare function rejection(title: string, parameter: string, value: Json, reason: string, item?: number): Rejection;
/** The rejection of a request that leaves open what an upstream needs. */
export declare function missing(title: string, parameter: string, reason: string): Rejection;
