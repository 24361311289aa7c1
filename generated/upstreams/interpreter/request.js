// Made by the generator from spec/. Do not edit.
import { equal, isObject, write } from './json.js';
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
    const given = withDefaults(asked);
    const rejections = [];
    const carried = new Set();
    const uploads = new Set();
    /** What names a file at the upstream in place of its data URI; undefined where nothing is uploaded, or not yet. */
    const uploaded = (row, value) => {
        if (row.uploaded !== true || typeof value !== 'string')
            return undefined;
        const reference = asked.uploaded?.get(value);
        if (reference === undefined && formOf(value) === 'data')
            uploads.add(value);
        return reference;
    };
    let body = {};
    for (const row of operation.rows) {
        // First, because most rows are of parameters that a model does not have.
        if ('name' in row.from && given[row.from.name] === undefined)
            continue;
        if (!row.when.every((condition) => holds(condition, given, asked.upstreamModel)))
            continue;
        if (row.from.kind === 'model' || row.from.kind === 'constant') {
            body = put(body, row, row.from.kind === 'model' ? asked.upstreamModel : row.from.value);
            continue;
        }
        const names = row.from.kind === 'joined' ? row.from.names : [row.from.name];
        const [name = ''] = names;
        const value = row.from.kind === 'joined' ? joined(names, given) : given[name];
        if (value === undefined)
            continue;
        for (const carrier of names)
            carried.add(carrier);
        const items = row.from.kind === 'each' ? itemsOf(value) : [value];
        rejections.push(...tooMany(mapping, row, name, value, items));
        items.forEach((item, index) => {
            const reference = uploaded(row, item);
            const theirs = reference === undefined ? toUpstreamValue(row, item) : { value: reference };
            if ('value' in theirs)
                body = put(body, row, theirs.value);
            else
                rejections.push(rejection(mapping.title, name, item, theirs.reason, row.from.kind === 'each' ? index : undefined));
        });
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
    return rejections.length > 0 ? { rejections } : { body, dropped, uploads: [...uploads] };
}
/** What is asked for: the parameters, the catalogue's defaults, and the only value where a model offers one. An empty list asks for nothing. */
export function withDefaults({ facts, parameters }) {
    const given = { ...defaultsOf(facts) };
    for (const [name, value] of Object.entries(parameters)) {
        if (Array.isArray(value) && value.length === 0)
            delete given[name];
        else
            given[name] = value;
    }
    return given;
}
const defaults = new WeakMap();
/** What is sent for a model whatever is asked for. Made once: facts do not change. */
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
/** The body with a row's value. `body` is this request's own, so that a member of it may be set; what is inside it may not be. */
function put(body, row, value) {
    const filled = row.template === undefined ? value : fill(row.template, value);
    const [key, ...inside] = row.to;
    if (key === undefined)
        return isObject(filled) ? { ...filled } : filled;
    if (inside.length > 0 || !isObject(body) || !/^[a-z]/i.test(key))
        return write(body, row.to, filled);
    body[key] = filled;
    return body;
}
function tooMany(mapping, row, name, value, items) {
    const most = row.maximumItems ?? (row.from.kind === 'each' && row.to.at(-1) !== '-' ? 1 : undefined);
    const count = Array.isArray(value) ? Math.max(value.length, items.length) : items.length;
    return most === undefined || count <= most
        ? []
        : [rejection(mapping.title, name, value, `it takes at most ${most} item${most === 1 ? '' : 's'}`)];
}
function itemsOf(value) {
    return Array.isArray(value) ? value : [value];
}
function isDropped({ drops }, name, given, upstreamModel) {
    return drops.some(({ parameter, values, when }) => parameter === name &&
        (values === undefined || values.some((value) => equal(value, given[name]))) &&
        when.every((condition) => holds(condition, given, upstreamModel)));
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
