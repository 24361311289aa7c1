// Made by the generator from spec/. Do not edit.
import { wordDistance } from './nearest.js';
/** Longer lists are cut to the nearest few and the count. */
export const maxListed = 20;
const fewListed = 5;
/** Words that are longer are not compared, which is quadratic. */
const maxCompared = 64;
/** A list as a message names it: `options`, or what of it is `nearest` to a value and the `total`. */
export function listed(values, value) {
    if (values.length === 0)
        return {};
    return values.length <= maxListed
        ? { options: values }
        : { nearest: nearestOf(value, values, fewListed), total: values.length };
}
/** So many of the candidates, those nearest to a value first: numbers by size, words by their letters. */
export function nearestOf(value, candidates, count) {
    const distance = (candidate) => typeof value === 'number' && typeof candidate === 'number'
        ? Math.abs(candidate - value)
        : typeof value === 'string' && typeof candidate === 'string' && value.length <= maxCompared
            ? wordDistance(value, candidate)
            : 0;
    return candidates
        .map((candidate, index) => ({ candidate, index, distance: distance(candidate) }))
        .sort((one, other) => one.distance - other.distance || one.index - other.index)
        .slice(0, count)
        .map(({ candidate }) => candidate);
}
