// Made by the generator from spec/. Do not edit.
import { equal, isObject, read, remove, write } from './json.js';
import { rowsFor } from './rows.js';
import { absentAt, modelHolds, toUpstream } from './request.js';
import { fill, unfill } from './values.js';
/**
 * Reads an upstream's body backwards. What comes out is put forwards again: a member of the body that this does not
 * give back is a problem, so that nothing a caller asked for is lost without a word.
 */
export function fromUpstream(mapping, facts, asked, { path, model, defaultsFor = () => ({}) } = {}) {
    const operation = mapping.operations[facts.kind];
    if (operation === undefined)
        return { problems: [{ path: '', message: `${mapping.title} makes no ${facts.kind}s` }] };
    const upstreamModel = model ?? modelOf(operation, asked);
    const heard = withoutImplied(operation, facts, (operation.ignored ?? []).reduce(remove, asked));
    const body = inOwnForms(rowsFor(operation, facts), heard, upstreamModel ?? '');
    const found = readBackwards(operation, facts, body, absentAt(operation, path, upstreamModel ?? ''));
    const problems = problemsOf(mapping, facts, body, upstreamModel ?? '', found, defaultsFor(found.parameters));
    return problems.length > 0 ? { problems } : { upstreamModel, parameters: found.parameters };
}
/** What is lost of a body by reading it backwards: what `found` does not give back. */
export function problemsOf(mapping, facts, body, upstreamModel, found, defaults = {}) {
    const forwards = toUpstream(mapping, { facts, upstreamModel, ...found, defaults });
    if ('rejections' in forwards)
        return forwards.rejections.map(({ path, message }) => ({ path, message }));
    if (equal(body, forwards.body))
        return [];
    const operation = mapping.operations[facts.kind];
    const rows = operation === undefined ? [] : rowsFor(operation, facts);
    const ofModel = rows.filter(({ when }) => modelHolds(when, upstreamModel));
    return [...lost(body, forwards.body, [])].map((at) => ({
        path: pointer(at),
        message: `${pointer(at)} has no counterpart for this model${allowedAt(at, ofModel, facts)}`,
    }));
}
/** The values that a member may have with this model, as the end of a message; '' where they are not known. */
function allowedAt(at, rows, facts) {
    const values = rows
        .filter(({ to, template }) => template === undefined && equal([...to], [...at]))
        .flatMap((row) => offeredValues(row, facts).map(([, theirs]) => JSON.stringify(theirs)));
    const [last, ...others] = [...new Set(values)].reverse();
    if (last === undefined)
        return '';
    return `; use ${others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`}`;
}
/** The body without what asks for what is done anyway. How many files are made is left to the model where it has a parameter for that. */
function withoutImplied(operation, facts, asked) {
    const counted = facts.outputs === undefined ? [] : operation.rows.filter(isOfQuantity).map(({ to }) => pointer(to));
    return (operation.implied ?? []).reduce((body, { at, is }) => {
        const value = counted.includes(pointer(at)) ? undefined : read(body, at);
        return value !== undefined && is.some((one) => equal(one, value)) ? remove(body, at) : body;
    }, asked);
}
/** The body with each value that stands at another place of its row, as a string, at the row's own. */
function atOwnPlaces(rows, asked) {
    let body = asked;
    for (const { to, also = [] } of rows)
        for (const place of also) {
            const value = read(body, place);
            if (typeof value !== 'string')
                continue;
            const moved = write(remove(body, place), to, value);
            if (isObject(moved))
                body = moved;
        }
    return body;
}
/**
 * The body with each number in the form that its model takes. Vendors write one as 5, "5" or "5s", from model to model:
 * they mean the same, and a caller may send any of the forms that the mapping has.
 */
function inOwnForms(rows, asked, upstreamModel) {
    let body = atOwnPlaces(rows, asked);
    for (const row of rows) {
        const { from, to, template, when } = row;
        if (from.kind !== 'parameter' || to.includes('-') || !modelHolds(when, upstreamModel))
            continue;
        const forms = rows.filter((other) => isSamePlace(row, other));
        // Without one that writes numbers in text, a text is one of the parameter's own values.
        if (!isOfQuantity(row) && !forms.some(({ template: form }) => form?.holes.some(({ whole }) => !whole)))
            continue;
        const value = read(body, to);
        const number = value === undefined ? undefined : numberIn(value, forms);
        if (number !== undefined)
            body = write(body, to, template === undefined ? number : fill(template, number));
    }
    return isObject(body) ? body : asked;
}
function isOfQuantity({ from }) {
    return from.kind === 'parameter' && from.quantity !== undefined;
}
function isSamePlace({ from, to }, other) {
    return from.kind === 'parameter' && equal({ ...from }, { ...other.from }) && equal([...to], [...other.to]);
}
/** The number that a value is in one of the forms of these rows. */
function numberIn(value, rows) {
    if (typeof value === 'number')
        return value;
    for (const { template } of rows) {
        const filling = template === undefined ? value : unfill(template, value);
        if (typeof filling === 'string' && /^-?\d+(\.\d+)?$/.test(filling))
            return Number(filling);
    }
    return undefined;
}
/**
 * What the rows of an operation find in a body, and which references there name uploaded files, regardless of what else the
 * body asks for. `absent`: parameters that are not looked for.
 */
export function readBackwards(operation, facts, body, absent = new Set()) {
    const { parameters, uploaded } = readRows(operation, facts, body, nothingRead(), absent);
    for (const [name, value] of requiredDefaults(facts))
        if (!Object.hasOwn(parameters, name))
            parameters[name] = value;
    const resultsFolder = resultsFolderIn(operation, body);
    return { parameters, uploaded, ...(resultsFolder === undefined ? {} : { resultsFolder }) };
}
/** The folder in S3 into which a body asks results to be put. */
export function resultsFolderIn({ rows }, body) {
    const row = rows.find(({ from }) => from.kind === 'results-folder');
    const folder = row === undefined ? undefined : read(body, row.to);
    return typeof folder === 'string' ? folder : undefined;
}
const nothingRead = () => ({ parameters: {}, uploaded: new Map(), used: new Set() });
/** Adds to `found` what the rows of an operation find at places where nothing was found before. */
function readRows(operation, facts, body, found, absent = new Set()) {
    const { parameters, uploaded, used } = found;
    for (const row of rowsFor(operation, facts)) {
        const { from, to } = row;
        if (from.kind === 'joined' && !used.has(pointer(to))) {
            const parts = apart(row, from.names, facts, body);
            if (Object.keys(parts).length > 0)
                used.add(pointer(to));
            Object.assign(parameters, parts);
        }
        if (from.kind !== 'parameter' && from.kind !== 'each')
            continue;
        const { name, kind } = from;
        if (absent.has(name))
            continue;
        if (!facts.open && !Object.hasOwn(facts.parameters, name))
            continue;
        const take = (place, theirs) => {
            if (used.has(place))
                return;
            const ours = ourValue(row, facts, name, theirs);
            if (ours === undefined)
                return;
            if (kind === 'parameter' && Object.hasOwn(parameters, name))
                return;
            used.add(place);
            // What names an uploaded file is for the upstream to judge.
            if (row.uploaded === true && typeof ours === 'string')
                uploaded.set(ours, ours);
            const before = parameters[name];
            parameters[name] = kind === 'parameter' ? ours : [...(Array.isArray(before) ? before : []), ours];
        };
        if (to.at(-1) === '-') {
            const list = read(body, to.slice(0, -1));
            if (!Array.isArray(list))
                continue;
            const before = pointer(to).slice(0, -1);
            for (const [index, item] of list.entries())
                take(`${before}${index}`, item);
        }
        else {
            const theirs = read(body, to);
            if (theirs !== undefined)
                take(pointer(to), theirs);
        }
    }
    return found;
}
/**
 * Reads an upstream's body in the words of our requests, whether or not a model takes what it asks for: first as the
 * model says it, then what is left as any model would. Undefined where the upstream makes nothing of the model's kind.
 */
export function inOurWords(mapping, facts, asked) {
    const operation = mapping.operations[facts.kind];
    if (operation === undefined)
        return undefined;
    const body = inOwnForms(rowsFor(operation, facts), asked, modelOf(operation, asked) ?? '');
    const found = readRows(operation, facts, body, nothingRead());
    const parameters = Object.entries(facts.parameters).map(([name, { values: _, ...rest }]) => [name, rest]);
    readRows(operation, { ...facts, open: true, parameters: Object.fromEntries(parameters) }, body, found);
    for (const { from, to } of operation.rows) {
        const value = read(body, to);
        const isUnderstood = from.kind === 'model' || from.kind === 'results-folder'
            ? typeof value === 'string'
            : from.kind === 'constant' && equal(value, from.value);
        if (isUnderstood)
            found.used.add(pointer(to));
    }
    return { parameters: found.parameters, untold: [...unread(body, found.used, [])], told: found.used.size };
}
/** The places of a body, each as a whole, in which nothing was found. */
function* unread(value, used, at) {
    const place = pointer(at);
    if (used.has(place))
        return;
    const isAround = at.length === 0 || [...used].some((one) => one.startsWith(`${place}/`));
    if (!isAround || typeof value !== 'object' || value === null)
        yield place;
    else
        for (const [step, inside] of Object.entries(value))
            yield* unread(inside, used, [...at, step]);
}
const required = new WeakMap();
/** The defaults of required parameters. Found once: facts do not change. */
function requiredDefaults(facts) {
    const known = required.get(facts);
    if (known !== undefined)
        return known;
    const found = Object.entries(facts.parameters).flatMap(([name, { required: isRequired, default: value }]) => isRequired && value !== undefined ? [[name, value]] : []);
    required.set(facts, found);
    return found;
}
/** Whether a submit says which model is to make its task. */
export function namesModel({ rows, submit }) {
    const parts = [...submit.path, ...Object.values(submit.headers ?? {}).flat()];
    return rows.some(({ from }) => from.kind === 'model') || parts.some((part) => typeof part !== 'string');
}
/** The model that a body names. */
export function modelOf({ rows }, body) {
    const row = rows.find(({ from }) => from.kind === 'model');
    const value = row === undefined ? undefined : read(body, row.to);
    const model = row?.template === undefined || value === undefined ? value : unfill(row.template, value);
    return typeof model === 'string' ? model : undefined;
}
/** The parameters that an upstream has as one: the first entry of the table that this model offers. */
function apart(row, names, facts, body) {
    const theirs = read(body, row.to);
    const [ours] = offeredValues(row, facts).find(([, value]) => theirs !== undefined && equal(value, theirs)) ?? [];
    const parts = typeof ours === 'string' ? ours.split(' ') : undefined;
    return parts === undefined ? {} : Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']));
}
/** The entries of a row's table of values that this model has: ours, and what the upstream calls it. */
function offeredValues({ from, values = [] }, facts) {
    const isOffered = (name, value) => facts.parameters[name]?.values?.some((own) => equal(own, value)) ?? true;
    if (from.kind === 'parameter' || from.kind === 'each')
        return values.filter(([ours]) => isOffered(from.name, ours));
    if (from.kind !== 'joined')
        return values;
    return values.filter(([ours]) => {
        const parts = typeof ours === 'string' ? ours.split(' ') : [];
        return from.names.every((name, index) => (facts.open || Object.hasOwn(facts.parameters, name)) && isOffered(name, parts[index] ?? ''));
    });
}
function ourValue(row, facts, name, theirs) {
    const filling = row.template === undefined ? theirs : unfill(row.template, theirs);
    if (filling === undefined)
        return undefined;
    const number = typeof filling === 'string' && /^-?\d+$/.test(filling) ? Number(filling) : undefined;
    const parameter = facts.parameters[name];
    if (row.values !== undefined)
        return offeredValues(row, facts).find(([, value]) => equal(value, filling) || value === number)?.[0];
    return number !== undefined && isNumeric(row, parameter) ? number : filling;
}
/** Whether the values are numbers: as the model says, or, of an unknown model, as the row limits them. */
function isNumeric({ minimum, maximum }, parameter) {
    if (parameter === undefined)
        return minimum !== undefined || maximum !== undefined;
    return parameter.kind === 'integer' || typeof parameter.values?.[0] === 'number';
}
/** Where `asked` has what `built` does not hold. What `built` holds beside are defaults. */
function* lost(asked, built, at) {
    if (isObject(asked) && isObject(built)) {
        for (const [key, value] of Object.entries(asked))
            yield* lost(value, Object.hasOwn(built, key) ? built[key] : undefined, [...at, key]);
    }
    else if (Array.isArray(asked) && Array.isArray(built) && asked.length === built.length) {
        for (const [index, value] of asked.entries())
            yield* lost(value, built[index], [...at, String(index)]);
    }
    else if (!equal(asked, built)) {
        yield at;
    }
}
function pointer(path) {
    let text = '';
    for (const step of path)
        text += `/${/[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step}`;
    return text;
}
