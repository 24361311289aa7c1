// Made by the generator from spec/. Do not edit.
import { write } from './json.js';
import { renderHistory } from './history.js';
/** A page of tasks, each as a query tells of it. */
export function renderPage(history, { told = [] }, page) {
    const facts = { first: page.tasks[0]?.id ?? null, last: page.tasks.at(-1)?.id ?? null };
    return told.reduce((body, { at, from }) => write(body, at, from.kind === 'constant' ? from.value : facts[from.kind]), renderHistory(history, page));
}
