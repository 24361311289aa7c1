// Made by the generator from spec/. Do not edit.
import { write } from './json.js';
/** A page of tasks, each as a query tells of it. */
export function renderPage({ items, told }, { tasks, ids, more }) {
    const facts = { first: ids[0] ?? null, last: ids.at(-1) ?? null, more };
    return told.reduce((body, { at, from }) => write(body, at, from.kind === 'constant' ? from.value : facts[from.kind]), write({}, items, [...tasks]));
}
