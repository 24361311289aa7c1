// Made by the generator from spec/. Do not edit.
import { pathOf } from './answer.js';
import { copy, equal, put } from './json.js';
import { rowsFor } from './rows.js';
import { missing, rejection } from './rejection.js';
import { fill, formOf, toUpstreamValue } from './values.js';
/**
 * Puts a request in an upstream's words. The catalogue's defaults are sent explicitly where the upstream has the
 * parameter; `dropped` names those for which it has none. Pure: the same request gives the same body.
 */
export function toUpstream(mapping, asked) {
    const operation = mapping.operations[asked.facts.kind];
    if (operation === undefined)
        return { rejections: [rejection(mapping.title, 'model', asked.upstreamModel, `it makes no ${asked.facts.kind}s`)] };
    const { rejections, ...mapped } = bodyOf(mapping, operation, asked);
    return rejections.length > 0 ? { rejections } : mapped;
}
/** So much of a request as an upstream has words for: the body without what it cannot do. */
export function inUpstreamWords(mapping, asked) {
    const operation = mapping.operations[asked.facts.kind];
    return operation === undefined ? {} : bodyOf(mapping, operation, asked).body;
}
function bodyOf(mapping, operation, asked) {
    const given = withDefaults(asked);
    const rejections = [];
    const carried = new Set();
    const uploads = new Set();
    /** What names a file at the upstream in place of its data URI; undefined where nothing is uploaded, or not yet. */
    const uploaded = (row, value) => {
        if (typeof value !== 'string' || (row.uploaded !== true && row.file !== true))
            return undefined;
        const reference = asked.uploaded?.get(value);
        if (reference === undefined && formOf(value) === (row.file === true ? 'url' : 'data'))
            uploads.add(value);
        return reference;
    };
    let body = {};
    for (const row of rowsFor(operation, asked.facts)) {
        const { from } = row;
        // First, because most rows are of parameters that a request does not give.
        if ('name' in from && given[from.name] === undefined)
            continue;
        if (!allHold(row.when, given, asked.upstreamModel))
            continue;
        if (from.kind === 'model' || from.kind === 'constant' || from.kind === 'results-folder') {
            const own = from.kind === 'constant' ? from.value : from.kind === 'model' ? asked.upstreamModel : asked.resultsFolder;
            if (own !== undefined)
                body = withRow(body, row, own);
            continue;
        }
        const names = from.kind === 'joined' ? from.names : [from.name];
        const [name = ''] = names;
        const value = from.kind === 'joined' ? joined(names, given) : given[name];
        if (value === undefined)
            continue;
        for (const carrier of names)
            carried.add(carrier);
        const items = from.kind === 'each' && Array.isArray(value) ? value : [value];
        const most = maximumItemsOf(row);
        if (most !== undefined) {
            const count = Array.isArray(value) ? value.length : 1;
            if (count > most)
                rejections.push(rejection(mapping.title, name, value, `it takes at most ${most} item${most === 1 ? '' : 's'}`));
        }
        for (const [index, item] of items.entries()) {
            const reference = uploaded(row, item);
            const theirs = reference === undefined ? toUpstreamValue(row, item) : { value: reference };
            if ('value' in theirs)
                body = withRow(body, row, theirs.value);
            else
                rejections.push(rejection(mapping.title, name, item, theirs.reason, from.kind === 'each' ? index : undefined));
        }
    }
    for (const [name, reason] of Object.entries(operation.needs))
        if (!Object.hasOwn(given, name))
            rejections.push(missing(mapping.title, name, reason));
    const dropped = [];
    for (const [name, value] of Object.entries(given)) {
        if (carried.has(name) || isDropped(operation, name, given, asked.upstreamModel))
            continue;
        if (Object.hasOwn(asked.parameters, name))
            rejections.push(rejection(mapping.title, name, value, operation.lacks[name] ?? 'it has no parameter for it'));
        else
            dropped.push(name);
    }
    return { rejections, body, dropped, uploads: [...uploads] };
}
/** The path that a request is submitted to. */
export function submitPath(operation, asked) {
    return pathOf(otherPath(operation, asked)?.path ?? operation.submit.path, { model: asked.upstreamModel });
}
/** How the body of a request is sent. */
export function submitEncoding(operation, asked) {
    return otherPath(operation, asked)?.encoding ?? operation.encoding;
}
function otherPath({ submitPaths }, asked) {
    if (submitPaths.length === 0)
        return undefined;
    const given = withDefaults(asked);
    return submitPaths.find(({ when }) => allHold(when, given, asked.upstreamModel));
}
/**
 * The parameters that a request to this path does not give: with one of them it would have been sent to another. Nothing is
 * concluded from conditions that have other reasons not to hold.
 */
export function absentAt({ submitPaths }, path, model) {
    if (path === undefined)
        return new Set();
    const own = submitPaths.findIndex((other) => isSamePath(pathOf(other.path, { model }), path));
    const before = own === -1 ? submitPaths : submitPaths.slice(0, own);
    return new Set(before.flatMap(({ when: [only, ...more] }) => (only?.kind === 'given' && more.length === 0 ? only.parameters : [])));
}
/** Whether two paths lead to the same, however they are encoded. Queries are not compared. */
export function isSamePath(one, other) {
    const plain = (path) => decodeURI(path.replace(/\?.*$/, '')).replace(/\/$/, '');
    return one === other || plain(one) === plain(other);
}
/**
 * The path that a task is queried at, where that depends on what it was submitted with; undefined where it does not. Of the
 * parameters, only those of the request itself and the catalogue's defaults count, as in the path of the submit.
 */
export function queryPath({ query }, asked, id) {
    const other = query?.paths?.find(({ when }) => allHold(when, withDefaults(asked), asked.upstreamModel));
    return other === undefined ? undefined : pathOf(other.path, { id, model: asked.upstreamModel });
}
/** What is asked for: the parameters, the catalogue's defaults, and the only value where a model offers one. An empty list asks for nothing. */
export function withDefaults({ facts, parameters, defaults: own = {}, }) {
    const given = { ...defaultsOf(facts), ...own };
    for (const [name, value] of Object.entries(parameters)) {
        if (Array.isArray(value) && value.length === 0)
            delete given[name];
        else
            given[name] = value;
    }
    return given;
}
const defaults = new WeakMap();
/** What is sent for a model with every request. Made once: facts do not change. */
function defaultsOf(facts) {
    const known = defaults.get(facts);
    if (known !== undefined)
        return known;
    const sent = {};
    for (const [name, { default: value, values = [] }] of Object.entries(facts.parameters)) {
        const [only, ...others] = values;
        if (value !== undefined)
            sent[name] = value;
        else if (only !== undefined && others.length === 0)
            sent[name] = only;
    }
    defaults.set(facts, sent);
    return sent;
}
/** The values of several parameters as one; undefined unless all are given. */
function joined(names, given) {
    const values = names.map((name) => given[name]);
    return values.includes(undefined) ? undefined : values.map(String).join(' ');
}
/** The body, which is this request's own, with a row's value. */
function withRow(body, { to, template }, value) {
    return put(body, to, template === undefined ? copy(value) : fill(template, value));
}
/** The most items of a value that a row takes; undefined where it takes any number. */
function maximumItemsOf({ maximumItems, from, to }) {
    return maximumItems ?? (from.kind === 'each' && to.at(-1) !== '-' ? 1 : undefined);
}
function isDropped({ drops }, name, given, upstreamModel) {
    return drops.some(({ parameter, values, when }) => parameter === name &&
        (values === undefined || values.some((value) => equal(value, given[name]))) &&
        allHold(when, given, upstreamModel));
}
function allHold(conditions, given, upstreamModel) {
    return conditions.length === 0 || conditions.every((condition) => holds(condition, given, upstreamModel));
}
/** Whether the conditions that are about the model hold; others are left out. */
export function modelHolds(conditions, upstreamModel) {
    return conditions.every((condition) => !('prefixes' in condition) || holds(condition, {}, upstreamModel));
}
function holds(condition, given, upstreamModel) {
    switch (condition.kind) {
        case 'given':
            return condition.parameters.some((name) => Object.hasOwn(given, name));
        case 'absent':
            return !condition.parameters.some((name) => Object.hasOwn(given, name));
        case 'among':
            return condition.values.some((value) => equal(value, given[condition.parameter]));
        case 'model':
        case 'except-model':
            return condition.prefixes.some((prefix) => upstreamModel.startsWith(prefix)) === (condition.kind === 'model');
    }
}
