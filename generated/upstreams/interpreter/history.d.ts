// Made by the generator from spec/. Do not edit.
import { type Json, type Path } from './json.js';
import type { PathPart } from './request-line.js';
/** GETs that list every task of an account, newest first, page by page. */
export interface History {
    /** The lists, each of which is read to its end. */
    paths: PathPart[][];
    items: Path;
    /** Where the answer to a query has what an item is; empty: an item is the whole answer. */
    within: Path;
    /** The time of the submit, in the answer to a query. */
    created: {
        at: Path;
        as: 'seconds' | 'milliseconds' | 'date';
    };
    /** The query parameter that takes the most tasks of a page; absent: the upstream decides. */
    size?: {
        parameter: string;
        most: number;
    };
    next: NextPage;
}
/** How the page behind one is asked for. A page without tasks is the last, and so is one that says so. */
export type NextPage = {
    by: 'page' | 'offset' | 'last';
    parameter: string;
    more?: Path;
}
/** A URL in the answer, of which the parameter counts. */
 | {
    by: 'url';
    parameter: string;
    at: Path;
};
/** How far a list has been read. */
export interface HistoryPlace {
    pages: number;
    tasks: number;
    /** The ID of the last task, or what the answer gave for the next page. */
    last?: string;
}
/** Where each list begins. */
export declare const historyStart: HistoryPlace;
/** The query string that asks for the page behind a place, without a question mark. */
export declare function historyQuery({ size, next }: History, { pages, tasks, last }: HistoryPlace): string;
/** A page as a fake or a native API answers it: tasks as a query tells of them, each with the time of its submit in seconds. */
export declare function renderHistory({ items, within, created, next }: History, { tasks, path, more }: {
    tasks: readonly {
        id: string;
        created: number;
        told: Json;
    }[];
    path: string;
    more: boolean;
}): Json;
