// Made by the generator from spec/. Do not edit.
import { formatValue } from './format.js';
import { allowedBy } from './mistake.js';
import { nearest } from './nearest.js';
/** The value (or, for an unknown parameter, the name) that would have been right; undefined where none suggests itself. */
export function suggestionFor(rule, mistake) {
    return (suggestions[rule] ?? replacementOf)(mistake);
}
const suggestions = {
    required: ({ accepted }) => (accepted?.required === true ? accepted.default : undefined),
    type: converted,
    enum(mistake) {
        const allowed = allowedBy(mistake);
        return mistake.accepted?.nullable && mistake.value === 'null' ? null : alike(mistake.value, allowed);
    },
    'value-unlisted': ({ accepted, value }) => alike(value, accepted?.list?.values ?? []),
    minimum: limitOf,
    maximum: limitOf,
    'multiple-of': ({ params, value, isAccepted }) => {
        const step = Number(params.step);
        const near = Number((Math.round(Number(value) / step) * step).toFixed(9));
        return isAccepted(near) ? near : undefined;
    },
    'unknown-parameter': (mistake) => {
        const meant = renamedTo(mistake) ?? nameMeant(mistake);
        // A name that the request has already does not correct it.
        return meant !== undefined && mistake.used.has(meant) ? undefined : meant;
    },
};
/** The limit itself, where that is allowed. */
function limitOf({ params }) {
    return params.exclusive === true ? undefined : params.limit;
}
/** What is deprecated or retired says itself what replaces it; nothing else does. */
function replacementOf({ params }) {
    return params.replacedBy;
}
/** Names that two models have for the same thing. */
export const synonyms = new Map([
    ['size', 'aspect_ratio'],
    ['aspect_ratio', 'size'],
]);
/** The parameter that had an unknown name before. */
export function renamedTo({ params, siblings }) {
    const name = formatValue(params.parameter);
    return Object.entries(siblings).find(([, { renamedFrom }]) => renamedFrom?.includes(name) === true)?.[0];
}
/** The parameter that an unknown name stands for, which may be in the request already. */
export function nameMeant({ params, siblings, used }) {
    const name = formatValue(params.parameter);
    const synonym = synonyms.get(name);
    if (synonym !== undefined && Object.hasOwn(siblings, synonym) && !used.has(synonym))
        return synonym;
    return nearest(name, Object.keys(siblings));
}
/** The value, had it been written as the wanted type, where that is accepted: "5" for 5, 720 for "720p", one URL for a list of them. */
function converted({ accepted, params, value, isAccepted }) {
    const converts = rewritten(value, params.type, accepted?.type === params.type ? (accepted?.allowed ?? []) : []);
    return converts !== undefined && isAccepted(converts) ? converts : undefined;
}
function rewritten(value, type, allowed) {
    if (typeof value === 'number' && Number.isFinite(value)) {
        // Beyond 2^53 the digits that were sent are lost.
        if (type === 'string' && Number.isInteger(value) && !Number.isSafeInteger(value))
            return undefined;
        if (type === 'string')
            return alike(String(value), allowed) ?? String(value);
        // Adding 0 makes -0 a plain one.
        return type === 'integer' ? Math.round(value) + 0 : type === 'boolean' ? [false, true][value] : undefined;
    }
    if (typeof value !== 'string' || value.length > 200)
        return undefined;
    if (type === 'array' || type === 'object')
        return parsed(value, type) ?? (type === 'array' ? [value] : undefined);
    if (type === 'boolean')
        return /^(true|false)$/i.test(value) ? /^t/i.test(value) : undefined;
    if (type === 'number')
        return /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value) ? Number(value) + 0 : undefined;
    const [, digits] = /^\s*(-?\d{1,15})\s*(?:s|sec|seconds?)?\s*$/i.exec(value) ?? [];
    return type === 'integer' && digits !== undefined ? Number(digits) + 0 : undefined;
}
/** The list or object whose JSON was sent as a string. */
function parsed(text, type) {
    if (!text.trimStart().startsWith(type === 'array' ? '[' : '{'))
        return undefined;
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** The allowed value a person most likely meant. */
function alike(value, allowed) {
    if (allowed.length === 1)
        return allowed[0];
    // Of several types, the value itself may be there in another one: 5 for "5".
    const sent = typeof value === 'number' ? String(value) : value;
    const other = allowed.find((option) => typeof option !== typeof value && formatValue(option) === sent);
    if (other !== undefined)
        return other;
    return typeof value === 'string'
        ? nearest(value, allowed.filter((option) => typeof option === 'string'))
        : undefined;
}
