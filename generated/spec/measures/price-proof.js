// Made by the generator from spec/. Do not edit.
import { conditionalDefault } from './defaults.js';
import { readsOf, valuesOf } from './price-values.js';
import { lineHolds, quoteLine, tierIndexOf, whyNotFree } from './price.js';
/** So many cases of one line, and so many attempts to complete a request, are tried. */
const mostCases = 100_000;
const mostCompletions = 5_000;
/** A parameter whose value decides, and is not chosen yet. */
class Undecided extends Error {
    parameter;
    constructor(parameter) {
        super(parameter);
        this.parameter = parameter;
    }
}
/**
 * A valid request that the price does not price; undefined where each has a price. The price itself says which parameters
 * it depends on: it is read with none of them chosen, and where it comes to one, each sort of its values is tried. A case
 * without a price is completed to a request that breaks no rule; `broken` says which parameters take part in the rules that
 * a request breaks.
 */
export function unpriced(subject, price, broken) {
    const search = new Search(subject, price, broken);
    const cases = [price.lines, ...(price.tiers ?? []).map(({ lines }) => lines)];
    for (const [index, lines] of cases.entries()) {
        const tier = index - 1;
        const inTier = (body) => tierIndexOf(subject, price, body) === tier;
        const ofLine = (line) => (body) => {
            if (!inTier(body) || !lineHolds(subject, line, body))
                return undefined;
            const quoted = quoteLine(subject, line, body);
            return 'unpriceable' in quoted ? quoted.unpriceable : undefined;
        };
        const ofSum = (body) => {
            if (!inTier(body))
                return undefined;
            const rates = [];
            for (const line of lines) {
                if (!lineHolds(subject, line, body))
                    continue;
                const quoted = quoteLine(subject, line, body);
                if ('unpriceable' in quoted || quoted.amount > 0n)
                    return undefined;
                rates.push(quoted.credits);
            }
            return whyNotFree(rates);
        };
        for (const problem of [...lines.map(ofLine), ofSum]) {
            const found = search.find(problem);
            if (found !== undefined)
                return found;
        }
    }
    return undefined;
}
class Search {
    #subject;
    #broken;
    #options = new Map();
    #reads;
    #left = 0;
    constructor(subject, price, broken) {
        this.#subject = subject;
        this.#broken = broken;
        this.#reads = readsOf(subject.quantities, price);
    }
    find(problem) {
        this.#left = mostCases;
        return this.#explore(problem, new Map());
    }
    #explore(problem, chosen) {
        if (this.#left-- <= 0)
            return {
                request: this.#request(this.#subject.requests[0] ?? {}, chosen),
                reason: `more than ${mostCases} cases would have to be tried to know that each has a price`,
                shown: false,
            };
        try {
            const reason = problem(this.#bodyOf(chosen));
            return reason === undefined ? undefined : this.#completed(chosen, reason);
        }
        catch (thrown) {
            if (!(thrown instanceof Undecided))
                throw thrown;
            for (const value of this.#optionsOf(thrown.parameter)) {
                const found = this.#explore(problem, new Map(chosen).set(thrown.parameter, value));
                if (found !== undefined)
                    return found;
            }
            return undefined;
        }
    }
    /** What is chosen, as a body that throws where anything else of it is read. */
    #bodyOf(chosen) {
        const known = new Set(this.#subject.parameters.map(({ name }) => name));
        const subject = this.#subject;
        const body = new Proxy(this.#request({}, chosen), {
            getOwnPropertyDescriptor(target, key) {
                if (typeof key === 'string' && known.has(key) && !chosen.has(key))
                    throw new Undecided(key);
                const value = typeof key === 'string' ? (target[key] ?? conditionalDefault(subject, key, body)) : undefined;
                return value === undefined
                    ? Reflect.getOwnPropertyDescriptor(target, key)
                    : { value, configurable: true, enumerable: true, writable: true };
            },
            get: (target, key) => typeof key === 'string' ? (target[key] ?? conditionalDefault(subject, key, body)) : undefined,
        });
        return body;
    }
    /** A request with these choices that breaks no rule; undefined where there is none. */
    #completed(chosen, reason) {
        let left = mostCompletions;
        let first;
        const complete = (base, fixed) => {
            const request = this.#request(base, fixed);
            const rules = this.#broken(request);
            if (rules.length === 0)
                return request;
            first ??= request;
            // A rule that everything is chosen of stays broken; of another, one parameter is chosen after the other.
            const open = rules.map((names) => names.filter((name) => !fixed.has(name)));
            const [name] = open.some((names) => names.length === 0) ? [] : (open[0] ?? []);
            if (name === undefined)
                return undefined;
            for (const value of this.#optionsOf(name)) {
                if (left-- <= 0)
                    return undefined;
                const found = complete(base, new Map(fixed).set(name, value));
                if (found !== undefined)
                    return found;
            }
            return undefined;
        };
        for (const base of this.#subject.requests) {
            const request = complete(base, chosen);
            if (request !== undefined)
                return { request, reason, shown: true };
        }
        return left > 0 || first === undefined ? undefined : { request: first, reason, shown: false };
    }
    #optionsOf(name) {
        const known = this.#options.get(name);
        if (known !== undefined)
            return known;
        const parameter = this.#subject.parameters.find((each) => each.name === name);
        const usual = this.#subject.requests.flatMap((request) => (Object.hasOwn(request, name) ? [request[name]] : []));
        const values = [
            ...(parameter === undefined ? [] : valuesOf(parameter, name, this.#reads, this.#subject.ruleNumbers)),
            ...usual,
        ];
        const options = [...(parameter?.required === true ? [] : [undefined]), ...values];
        this.#options.set(name, options);
        return options;
    }
    #request(base, chosen) {
        const request = { ...base };
        for (const [name, value] of chosen) {
            if (value === undefined)
                delete request[name];
            else
                request[name] = value;
        }
        return request;
    }
}
