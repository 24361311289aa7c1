// Made by the generator from spec/. Do not edit.
import { stepsOf, valueAt } from './pointer.js';
/** The values that a finding lists as allowed. */
export function allowedBy({ params }) {
    return Array.isArray(params.allowed) ? params.allowed : [];
}
/** Puts what a validator found in `body` beside the facts of the place. */
export function mistakeOf({ path, params }, facts, body, isAccepted) {
    const steps = stepsOf(path);
    const siblings = membersAt(facts, steps.slice(0, -1), body);
    const holder = valueAt(body, steps.slice(0, -1));
    return {
        model: facts.model,
        facts,
        steps,
        accepted: factsAt(facts, steps, body),
        params,
        value: valueAt(body, steps),
        siblings,
        used: new Set(typeof holder === 'object' && holder !== null
            ? Object.keys(siblings).filter((name) => Object.hasOwn(holder, name))
            : []),
        isAccepted: (value) => isAccepted(steps, value),
    };
}
/** What is accepted at a place of a request. An item of a media parameter is described by the parameter itself. */
export function factsAt(facts, steps, body) {
    const [name = '', ...inside] = steps;
    let accepted = own(facts.parameters, name);
    for (const [index, step] of inside.entries()) {
        if (accepted?.kind === 'media')
            return accepted;
        accepted = accepted?.items ?? own(membersOf(accepted, valueAt(body, steps.slice(0, index + 1))), step);
    }
    return accepted;
}
function membersAt(facts, steps, body) {
    return steps.length === 0 ? facts.parameters : membersOf(factsAt(facts, steps, body), valueAt(body, steps));
}
/** The members of an object; of one that has several forms those of the form that it is of, by its tag. */
function membersOf(accepted, value) {
    const { members = {}, variants = {}, tag = '' } = accepted ?? {};
    const form = valueAt(value, [tag]);
    // Of a form that is none of them only the tag is known.
    return (typeof form === 'string' ? own(variants, form)?.members : undefined) ?? members;
}
function own(record, name) {
    return Object.hasOwn(record, name) ? record[name] : undefined;
}
