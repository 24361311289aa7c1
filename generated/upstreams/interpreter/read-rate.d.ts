// Made by the generator from spec/. Do not edit.
import { type Json } from './json.js';
import type { Mapping } from './mapping.js';
import type { RateReading } from './rate-limits.js';
/**
 * What the headers of an answer say of limits; undefined where they say nothing that can be read, as `-1` for a limit that
 * is not counted. `date`: now, in milliseconds since 1970.
 */
export declare function readRate({ rateLimits }: Pick<Mapping, 'rateLimits'>, headers: Pick<Headers, 'get'>, date: number): RateReading | undefined;
/** Milliseconds that the body of an error asks to wait; undefined where it does not. */
export declare function readWait({ rateLimits }: Pick<Mapping, 'rateLimits'>, body: Json): number | undefined;
/** The headers with which a fake tells of a limit. */
export declare function renderRate({ rateLimits }: Pick<Mapping, 'rateLimits'>, { limit, remaining, resetIn }: RateReading, date: number): {
    [name: string]: string;
};
/** The body of an error with which a fake says how long to wait. */
export declare function withWait({ rateLimits }: Pick<Mapping, 'rateLimits'>, body: Json, wait: number): Json;
