// Made by the generator from spec/. Do not edit.
import { read, write } from './json.js';
/** Reads the state of a task; undefined when the answer is not a task. Words are compared without case. */
export function readStatus({ at, states, absent, cases }, body) {
    const value = read(body, at);
    const word = isScalar(value) ? String(value) : undefined;
    const said = word === undefined ? {} : { word };
    const proven = cases.find(({ when }) => when.every((sign) => isThere(sign, body)));
    if (proven !== undefined)
        return { state: proven.means, ...said };
    if (word === undefined)
        return (value === undefined || value === null) && absent !== undefined ? { state: absent } : undefined;
    const state = Object.hasOwn(states, word) ? states[word] : withoutCase(states).get(comparable(word));
    // The task goes on until its deadline.
    return state === undefined ? { state: 'processing', word, unknown: true } : { state, word };
}
/** The body with what says that a task is in a state. Where there is no word for it, that of the nearest state. */
export function writeStatus(facts, body, state) {
    for (const near of [state, ...nearest[state]]) {
        const word = Object.entries(facts.states).find(([, known]) => known === near)?.[0];
        if (word !== undefined)
            return write(body, facts.at, typed(word, facts.writtenAs));
        if (near === facts.absent)
            return body;
        const found = caseOf(facts, near);
        if (found !== undefined)
            return found.when.reduce((whole, sign) => withSign(whole, sign), body);
    }
    return body;
}
/** The body with a text at each place where there must be something for a task to be in a state. */
export function writeSigns(facts, body, state, text) {
    const hasWord = (near) => near === facts.absent || Object.values(facts.states).includes(near) || caseOf(facts, near) !== undefined;
    const written = [state, ...nearest[state]].find(hasWord);
    if (written === undefined || Object.values(facts.states).includes(written))
        return body;
    const places = (caseOf(facts, written)?.when ?? []).filter((sign) => 'present' in sign && sign.present);
    return places.reduce((whole, { at }) => (read(whole, at) === undefined ? write(whole, at, text) : whole), body);
}
function caseOf({ cases }, state) {
    return cases.find(({ means }) => means === state);
}
function withSign(body, sign) {
    return 'is' in sign && sign.is[0] !== undefined ? write(body, sign.at, sign.is[0]) : body;
}
function isThere(sign, body) {
    const value = read(body, sign.at);
    if ('present' in sign)
        return (value !== undefined && value !== null && value !== '') === sign.present;
    return (isScalar(value) && sign.is.filter(isScalar).some((one) => comparable(String(one)) === comparable(String(value))));
}
function isScalar(value) {
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
const comparableStates = new WeakMap();
function withoutCase(states) {
    const known = comparableStates.get(states);
    if (known !== undefined)
        return known;
    const made = new Map(Object.entries(states).map(([word, state]) => [comparable(word), state]));
    comparableStates.set(states, made);
    return made;
}
function comparable(word) {
    return word.trim().toLowerCase();
}
function typed(word, writtenAs) {
    if (writtenAs === undefined)
        return word;
    return writtenAs === 'number' ? Number(word) : word === 'true';
}
const nearest = {
    queued: ['processing'],
    processing: ['queued'],
    completed: [],
    failed: [],
    expired: ['failed'],
    cancelled: ['failed'],
    unknown: ['failed'],
};
