// Made by the generator from spec/. Do not edit.
import { equal, isObject, read } from './json.js';
import { toUpstream } from './request.js';
import { unfill } from './values.js';
/**
 * Reads an upstream's body backwards. What comes out is put forwards again: a member of the body that this does not
 * give back is a problem, so that nothing a caller asked for is lost without a word.
 */
export function fromUpstream(mapping, facts, body, model) {
    const operation = mapping.operations[facts.kind];
    if (operation === undefined)
        return { problems: [{ path: '', message: `${mapping.title} makes no ${facts.kind}s` }] };
    const upstreamModel = model ?? modelOf(operation, body);
    const { parameters, uploaded } = readBackwards(operation, facts, body);
    const forwards = toUpstream(mapping, { facts, upstreamModel: upstreamModel ?? '', parameters, uploaded });
    if ('rejections' in forwards)
        return { problems: forwards.rejections.map(({ path, message }) => ({ path, message })) };
    const problems = equal(body, forwards.body) ? [] : [...lost(body, forwards.body, [])];
    return problems.length > 0 ? { problems } : { upstreamModel, parameters };
}
/** What the rows of an operation find in a body, and which references there name uploaded files, whatever else the body asks for. */
export function readBackwards(operation, facts, body) {
    const parameters = {};
    const used = new Set();
    const uploaded = new Map();
    for (const row of operation.rows) {
        if (row.from.kind === 'joined') {
            const parts = apart(row, row.from.names, facts, body);
            if (Object.keys(parts).length > 0)
                used.add(pointer(row.to));
            Object.assign(parameters, parts);
        }
        if (row.from.kind !== 'parameter' && row.from.kind !== 'each')
            continue;
        const { name, kind } = row.from;
        if (!facts.open && !Object.hasOwn(facts.parameters, name))
            continue;
        for (const [place, theirs] of candidates(row, body)) {
            if (used.has(place))
                continue;
            const ours = ourValue(row, facts, name, theirs);
            if (ours === undefined)
                continue;
            if (kind === 'parameter' && Object.hasOwn(parameters, name))
                continue;
            used.add(place);
            // What names an uploaded file is for the upstream to judge.
            if (row.uploaded === true && typeof ours === 'string')
                uploaded.set(ours, ours);
            const before = parameters[name];
            parameters[name] = kind === 'parameter' ? ours : [...(Array.isArray(before) ? before : []), ours];
        }
    }
    for (const [name, { required, default: value }] of Object.entries(facts.parameters))
        if (required && value !== undefined && !Object.hasOwn(parameters, name))
            parameters[name] = value;
    return { parameters, uploaded };
}
/** The model that a body names. */
export function modelOf({ rows }, body) {
    const row = rows.find(({ from }) => from.kind === 'model');
    const value = row === undefined ? undefined : read(body, row.to);
    const model = row?.template === undefined || value === undefined ? value : unfill(row.template, value);
    return typeof model === 'string' ? model : undefined;
}
/** The values a row may have put into a body, each with the place where it is. */
function candidates(row, body) {
    if (row.to.at(-1) !== '-') {
        const value = read(body, row.to);
        return value === undefined ? [] : [[pointer(row.to), value]];
    }
    const list = read(body, row.to.slice(0, -1));
    return Array.isArray(list) ? list.map((item, index) => [pointer([...row.to.slice(0, -1), String(index)]), item]) : [];
}
/** The parameters that an upstream has as one: the first entry of the table that this model offers. */
function apart({ to, values = [] }, names, facts, body) {
    const theirs = read(body, to);
    if (theirs === undefined)
        return {};
    for (const [ours, value] of values) {
        if (!equal(value, theirs))
            continue;
        const parts = typeof ours === 'string' ? ours.split(' ') : [];
        const offered = names.every((name, index) => {
            const known = facts.parameters[name]?.values;
            return (facts.open || Object.hasOwn(facts.parameters, name)) && (known?.includes(parts[index] ?? '') ?? true);
        });
        if (offered)
            return Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']));
    }
    return {};
}
function ourValue(row, facts, name, theirs) {
    const filling = row.template === undefined ? theirs : unfill(row.template, theirs);
    if (filling === undefined)
        return undefined;
    const parameter = facts.parameters[name];
    if (row.values !== undefined)
        return row.values.find(([ours, value]) => equal(value, filling) && (parameter?.values === undefined || parameter.values.some((own) => equal(own, ours))))?.[0];
    const numeric = parameter?.kind === 'integer' || typeof parameter?.values?.[0] === 'number';
    return numeric && typeof filling === 'string' && /^-?\d+$/.test(filling) ? Number(filling) : filling;
}
/** The parts of `asked` that `built` does not hold. What `built` holds beside them are defaults. */
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
        yield { path: pointer(at), message: `${pointer(at)} has no counterpart for this model` };
    }
}
function pointer(path) {
    let text = '';
    for (const step of path)
        text += `/${/[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step}`;
    return text;
}
