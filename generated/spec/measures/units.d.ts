// Made by the generator from spec/. Do not edit.
/** A unit in which a limit on files counts bytes. */
export type ByteUnit = 'KB' | 'MB' | 'GB';
/** A unit in which a limit on files counts time. */
export type TimeUnit = 'ms' | 's' | 'min' | 'h';
export declare const byteUnits: readonly string[];
export declare const timeUnits: readonly string[];
export declare function isByteUnit(unit: string | undefined): unit is ByteUnit;
export declare function isTimeUnit(unit: string | undefined): unit is TimeUnit;
/**
 * A bound of a limit as files are measured: in bytes, of which a MB has 1,048,576, and in seconds; in another unit as it is.
 * Exact to a millionth, which is more exact than any file is measured.
 */
export declare function boundIn(bound: number, unit: string | undefined): number;
/** How many bytes a unit has in each of its two readings. */
export declare function bytesOf(unit: ByteUnit): {
    binary: number;
    decimal: number;
};
/** So many seconds in a unit of time. */
export declare function secondsIn(value: number, unit: TimeUnit): number;
