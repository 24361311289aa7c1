// Made by the generator from spec/. Do not edit.
import { read, write } from './json.js';
/** Where each list begins. */
export const historyStart = { pages: 0, tasks: 0 };
/** The query string that asks for the page behind a place, without a question mark. */
export function historyQuery({ size, next }, { pages, tasks, last }) {
    const place = next.by === 'page' ? String(pages + 1) : next.by === 'offset' ? String(tasks) : last;
    const query = new URLSearchParams(size === undefined ? {} : { [size.parameter]: String(size.most) });
    if (place !== undefined)
        query.set(next.parameter, place);
    return query.toString();
}
/** A page as a fake or a native API answers it: tasks as a query tells of them, each with the time of its submit in seconds. */
export function renderHistory({ items, within, created, next }, { tasks, path, more }) {
    const listed = tasks.map(({ told, created: time }) => {
        const dated = read(told, created.at) === undefined ? write(told, created.at, timeAs(created.as, time)) : told;
        return read(dated, within) ?? null;
    });
    const page = write({}, items, listed);
    const last = tasks.at(-1)?.id;
    if (next.by !== 'url')
        return next.more === undefined ? page : write(page, next.more, more);
    const query = new URLSearchParams({ [next.parameter]: last ?? '' });
    return write(page, next.at, more ? `${path}?${query.toString()}` : null);
}
function timeAs(as, seconds) {
    if (as === 'date')
        return new Date(1000 * seconds).toISOString();
    return as === 'seconds' ? seconds : 1000 * seconds;
}
