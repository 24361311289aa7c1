// Made by the generator from spec/. Do not edit.
import { formatName } from '../messages/format.js';
/** A step of a place that stands for each member of an object whose names the caller chooses. No parameter has such a name. */
export const anyName = '{name}';
/**
 * What stands in a request at each of these places, in their order. A place is a JSON pointer in which `*` stands for each
 * item of a list, `{name}` for each member of an object, and a final `**` for every string at any depth below. What is absent
 * or has another form is passed over.
 */
export function* valuesAt(places, body) {
    for (const place of places) {
        for (const { path, value } of walk(stepsOf(place.path), '', body))
            yield { place, path, value };
    }
}
/** Whether a JSON pointer leads to a place. */
export function isAt(place, path) {
    const [wanted, given] = [place.split('/'), path.split('/')];
    if (wanted.at(-1) === '**')
        return given.length >= wanted.length && wanted.slice(0, -1).every((step, index) => isStep(step, given[index]));
    return given.length === wanted.length && wanted.every((step, index) => isStep(step, given[index]));
}
/** A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`, `/faces/old town` is `faces."old town"`. */
export function placeName(path) {
    return stepsOf(path)
        .map((step, index) => index > 0 && /^(\d+|\*)$/.test(step) ? `[${step}]` : `${index === 0 ? '' : '.'}${named(step)}`)
        .join('');
}
/** A place as a field of a request: `reference_images`, `shots[].image`, `faces.{name}`. */
export function fieldName(place) {
    return placeName(place.replace(/^(\/[^/]+)\/\*$/, '$1')).replaceAll('[*]', '[]');
}
/** The part of a place that is the same for all files there: the parameter, and members of objects up to the first choice. */
export function commonPart(place) {
    const steps = place.split('/');
    const end = steps.findIndex((step) => step === '*' || step === '**' || step === anyName);
    return end === -1 ? place : steps.slice(0, end).join('/');
}
/** The keys and indices of a JSON pointer. */
export function stepsOf(path) {
    return path
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
/** A key as a step of a JSON pointer. */
export function stepOf(key) {
    return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
/** A name with dots is one that the catalogue has; any other that needs quotes is one of a caller. */
function named(step) {
    return step === anyName || /^[\w.-]+$/.test(step) ? step : formatName(step);
}
function isStep(wanted, given) {
    if (wanted === anyName)
        return given !== undefined;
    return wanted === '*' ? /^\d+$/.test(given ?? '') : wanted === given;
}
function* walk([step, ...rest], path, value) {
    if (step === undefined) {
        if (value !== undefined)
            yield { path, value };
    }
    else if (step === '**') {
        yield* stringsBelow(path, value);
    }
    else if (step === '*') {
        if (Array.isArray(value))
            for (const [index, item] of value.entries())
                yield* walk(rest, `${path}/${index}`, item);
    }
    else if (step === anyName) {
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
            for (const [name, member] of Object.entries(value))
                yield* walk(rest, `${path}/${stepOf(name)}`, member);
    }
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
        yield* walk(rest, `${path}/${stepOf(step)}`, value[step]);
    }
}
/** Every string below, in the order of the document; by a list of what is left, since a request may be as deep as it likes. */
function* stringsBelow(path, value) {
    const left = [{ path, value }];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const { path: at, value: found } = next;
        if (typeof found === 'string')
            yield { path: at, value: found };
        else if (typeof found === 'object' && found !== null)
            left.push(...Object.entries(found)
                .map(([key, child]) => ({ path: `${at}/${stepOf(key)}`, value: child }))
                .reverse());
    }
}
