// Made by the generator from spec/. Do not edit.
import { isObject, read, readAll, write } from './json.js';
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
/** A page as a fake answers it, put into what the same answer holds of other lists. */
export function renderValues(body, { values: at, next }, page) {
    const whole = page.values.reduce((listed, value) => write(listed, at, value), body);
    return next === undefined || page.next === undefined ? whole : write(whole, next.at, page.next);
}
