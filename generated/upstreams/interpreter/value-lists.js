// Made by the generator from spec/. Do not edit.
import { isObject, read, readAll } from './json.js';
/** Reads a page of a list. Undefined when the answer does not hold one, or an item has no value: then nothing is known of the list. */
export function readValues({ values: at, next }, body) {
    const items = read(body, at.slice(0, at.indexOf('-')));
    const values = readAll(body, at).filter((value) => typeof value === 'string');
    if (!isObject(body) && !Array.isArray(body))
        return undefined;
    if (!Array.isArray(items) || values.length !== items.length)
        return undefined;
    const page = next === undefined ? undefined : read(body, next.at);
    return { values, ...(typeof page === 'string' && page !== '' ? { next: page } : {}) };
}
