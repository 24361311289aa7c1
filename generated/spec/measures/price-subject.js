// Made by the generator from spec/. Do not edit.
import { membersOf } from './members.js';
/** What a price of this model may depend on, and is checked by. */
export function priceSubject({ id, places, quantities, parameters, requests, rules }) {
    const all = parameters.flatMap((parameter) => named(parameter, ''));
    return {
        id,
        quantities,
        ...defaultedModel({ places, parameters }),
        choices: Object.fromEntries(all.flatMap(({ name, parameter }) => {
            if (parameter.kind === 'boolean')
                return [[name, [true, false]]];
            return parameter.kind === 'enum' ? [[name, parameter.values]] : [];
        })),
        measured: all.flatMap(({ name, parameter }) => ['media', 'list', 'map', 'array', 'integer', 'number'].includes(parameter.kind) ||
            (parameter.kind === 'enum' && parameter.type !== 'string')
            ? name
            : []),
        parameters,
        ruleNumbers: [...new Set(rules.flatMap(({ schema }) => numbersIn(schema)))],
        requests: [requests.smallest, requests.usual.en],
    };
}
/** What conditions, and defaults that depend on a request, read of a model. */
export function defaultedModel({ places, parameters }) {
    const all = parameters.flatMap((parameter) => named(parameter, ''));
    const conditional = parameters.flatMap(({ name, defaults }) => (defaults === undefined ? [] : [{ name, defaults }]));
    return {
        places,
        defaults: Object.fromEntries(all.flatMap(({ name, parameter }) => {
            const { default: value } = parameter;
            return value === undefined ? [] : [[name, value]];
        })),
        ...(conditional.length === 0
            ? {}
            : {
                conditionalDefaults: Object.fromEntries(conditional.map(({ name, defaults }) => [
                    name,
                    defaults.map(({ when, default: value }) => ({ when, default: value })),
                ])),
            }),
    };
}
/** A parameter and the members of objects in it, by their names with dots. */
function named(parameter, before) {
    // A dot in a price leads to a member, so a price cannot name a parameter that has one in its own name.
    if (parameter.name.includes('.'))
        return [];
    const name = `${before}${parameter.name}`;
    return [{ name, parameter }, ...membersOf(parameter).flatMap((member) => named(member, `${name}.`))];
}
function numbersIn(value) {
    if (typeof value === 'number')
        return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
