// Made by the generator from spec/. Do not edit.
const binary = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
const decimal = { KB: 1e3, MB: 1e6, GB: 1e9 };
const seconds = { ms: 1e-3, s: 1, min: 60, h: 3600 };
export const byteUnits = Object.keys(binary);
export const timeUnits = Object.keys(seconds);
export function isByteUnit(unit) {
    return unit !== undefined && byteUnits.includes(unit);
}
export function isTimeUnit(unit) {
    return unit !== undefined && timeUnits.includes(unit);
}
/**
 * A bound of a limit as files are measured: in bytes, of which a MB has 1,048,576, and in seconds; in another unit as it is.
 * Exact to a millionth, which is more exact than any file is measured.
 */
export function boundIn(bound, unit) {
    const one = isByteUnit(unit) ? binary[unit] : isTimeUnit(unit) ? seconds[unit] : 1;
    return one === 1 ? bound : Math.round(bound * one * 1e6) / 1e6;
}
/** How many bytes a unit has in each of its two readings. */
export function bytesOf(unit) {
    return { binary: binary[unit], decimal: decimal[unit] };
}
/** So many seconds in a unit of time. */
export function secondsIn(value, unit) {
    return unit === 'ms' ? value * 1000 : value / seconds[unit];
}
