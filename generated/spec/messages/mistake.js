// Made by the generator from spec/. Do not edit.
import { stepsOf, valueAt } from './pointer.js';
/** The values that a finding lists as allowed. */
export function allowedBy({ params }) {
    return Array.isArray(params.allowed) ? params.allowed : [];
}
/** Puts what a validator found in `body` beside the facts of the place. */
export function mistakeOf({ path, params }, facts, body, isAccepted) {
    const steps = stepsOf(path);
    const siblings = membersAt(facts, steps.slice(0, -1));
    const holder = valueAt(body, steps.slice(0, -1));
    return {
        model: facts.model,
        facts,
        steps,
        accepted: factsAt(facts, steps),
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
export function factsAt(facts, [name = '', ...inside]) {
    let accepted = own(facts.parameters, name);
    for (const step of inside) {
        if (accepted?.kind === 'media')
            return accepted;
        accepted = accepted?.items ?? own(accepted?.members ?? {}, step);
    }
    return accepted;
}
function membersAt(facts, steps) {
    return steps.length === 0 ? facts.parameters : (factsAt(facts, steps)?.members ?? {});
}
function own(record, name) {
    return Object.hasOwn(record, name) ? record[name] : undefined;
}
