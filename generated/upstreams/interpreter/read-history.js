// Made by the generator from spec/. Do not edit.
import { readItems } from './answer.js';
import { read } from './json.js';
/**
 * The tasks of a page, and the place behind it where there may be more; undefined when the answer is not a page. A task
 * that cannot be read is left out, and counts for the place.
 */
export function readHistory(operation, body, place) {
    const { history } = operation;
    const items = history === undefined ? undefined : read(body, history.items);
    if (history === undefined || !Array.isArray(items))
        return undefined;
    const tasks = readItems(operation, items, history.within).map(({ id, reading, whole }) => {
        const created = timeAt(whole, history.created);
        return { id, ...reading, ...(created === undefined ? {} : { created }) };
    });
    const next = items.length === 0 ? undefined : nextPlace(history, body, { place, tasks, count: items.length });
    return { tasks, next };
}
function nextPlace({ next }, body, { place, tasks, count }) {
    const behind = { pages: place.pages + 1, tasks: place.tasks + count };
    if (next.by === 'url') {
        const url = read(body, next.at);
        const last = typeof url === 'string' ? parameterIn(url, next.parameter) : undefined;
        return last === undefined ? undefined : { ...behind, last };
    }
    if (next.more !== undefined && read(body, next.more) === false)
        return undefined;
    const last = tasks.at(-1)?.id;
    return next.by === 'last' && last === undefined ? undefined : { ...behind, ...(last === undefined ? {} : { last }) };
}
/** Only the parameter of a URL is taken, so that no request goes where an answer points. */
function parameterIn(url, parameter) {
    const at = url.indexOf('?');
    return at === -1 ? undefined : (new URLSearchParams(url.slice(at + 1)).get(parameter) ?? undefined);
}
function timeAt(whole, { at, as }) {
    const value = read(whole, at);
    const time = as === 'date' ? (typeof value === 'string' ? Date.parse(value) : NaN) : Number(value ?? NaN);
    const milliseconds = as === 'seconds' ? 1000 * time : time;
    return Number.isFinite(milliseconds) ? milliseconds : undefined;
}
