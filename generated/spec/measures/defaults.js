// Made by the generator from spec/. Do not edit.
import { holds } from './conditions.js';
/** The default of a parameter that counts for a request by its condition; undefined where none does. */
export function conditionalDefault(model, parameter, body) {
    const { conditionalDefaults = {} } = model;
    const stated = Object.hasOwn(conditionalDefaults, parameter) ? (conditionalDefaults[parameter] ?? []) : [];
    return stated.find(({ when }) => holds(model, when, body))?.default;
}
/** Those parameters that a request leaves out, or sends as null, whose default depends on it, with the default that counts. */
export function defaultsFor(model, body) {
    const given = typeof body === 'object' && body !== null ? body : {};
    const filled = {};
    for (const parameter of Object.keys(model.conditionalDefaults ?? {})) {
        if (Object.hasOwn(given, parameter) && given[parameter] !== undefined && given[parameter] !== null)
            continue;
        const value = conditionalDefault(model, parameter, body);
        if (value !== undefined)
            filled[parameter] = value;
    }
    return filled;
}
/** A request with those defaults filled in, as its price and the limits on its files read it. A model without any gets it as it is. */
export function withDefaults(model, body) {
    const filled = defaultsFor(model, body);
    return Object.keys(filled).length === 0 ? body : { ...body, ...filled };
}
