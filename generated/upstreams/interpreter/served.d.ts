// Made by the generator from spec/. Do not edit.
import { type Json, type Path } from './json.js';
import type { BodyMember, PathPart, Request } from './request-line.js';
/** Requests of a vendor's clients that this service never makes. */
export interface Served {
    list?: ServedList;
    /** Removes a task with its files. */
    remove?: Request & {
        answer: BodyMember[];
    };
}
/** A GET that lists the tasks of an account, newest first. */
export interface ServedList {
    path: PathPart[];
    /** The query parameters that take the most tasks of a page, and the ID of the last task of the page before. */
    limit: string;
    after: string;
    /** Other query parameters, with the value that asks for what is done anyway. */
    implied: {
        [name: string]: string;
    };
    items: Path;
    told: {
        at: Path;
        from: {
            kind: 'first' | 'last' | 'more';
        } | {
            kind: 'constant';
            value: Json;
        };
    }[];
}
/** A page of tasks, each as a query tells of it. */
export declare function renderPage({ items, told }: ServedList, { tasks, ids, more }: {
    tasks: readonly Json[];
    ids: readonly string[];
    more: boolean;
}): Json;
