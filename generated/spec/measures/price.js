// Made by the generator from spec/. Do not edit.
import { holds, valueOf } from './conditions.js';
import { withDefaults } from './defaults.js';
import { add, ceiling, divide, fractionOf, isLess, multiply, numberOf } from './fraction.js';
import { measure } from './quantities.js';
/** Prices a request. Each line is exact, and rounded up to a whole micro-credit. */
export function priceRequest(model, price, request) {
    const body = withDefaults(model, request);
    const tier = price.tiers?.[tierIndexOf(model, price, body)];
    const lines = [];
    const rates = [];
    for (const line of tier?.lines ?? price.lines) {
        if (!lineHolds(model, line, body))
            continue;
        const quoted = quoteLine(model, line, body);
        if ('unpriceable' in quoted)
            return quoted;
        rates.push(quoted.credits);
        if (quoted.amount > 0n)
            lines.push(quoted);
    }
    const reason = lines.length === 0 ? whyNotFree(rates) : undefined;
    if (reason !== undefined)
        return { unpriceable: reason };
    return { amount: lines.reduce((sum, { amount }) => sum + amount, 0n), lines };
}
/** Why a request is not free though no line adds anything to its price: only a rate of 0 makes it free. */
export function whyNotFree(rates) {
    if (rates.length === 0)
        return 'no line of the price applies to it';
    return rates.some((rate) => rate > 0n) ? 'it would cost nothing, though a rate is not 0' : undefined;
}
/** The first tier that applies; -1: the lines of the price itself count. */
export function tierIndexOf(model, { tiers = [] }, body) {
    return tiers.findIndex(({ when }) => holds(model, when, body));
}
export function lineHolds(model, { when }, body) {
    return when === undefined || holds(model, when, body);
}
/** What a line that applies adds to the price of a request. */
export function quoteLine(model, line, body) {
    const rate = rateOf(model, line.credits, body);
    if (typeof rate === 'object')
        return rate;
    const credits = microCredits(rate);
    let quantity = { over: 1n, under: 1n };
    for (const factor of factorsOf(line)) {
        const counted = count(model, factor, body);
        if (counted === undefined)
            return { unpriceable: `the request does not state its ${factor.of}` };
        quantity = multiply(quantity, counted);
    }
    const amount = ceiling(multiply({ over: credits, under: 1n }, quantity));
    return { rate: rateName(line), credits, quantity: numberOf(quantity), amount };
}
/** The factors of a line, each with how it is counted. */
export function factorsOf({ per = [] }) {
    const factors = typeof per === 'string' || !isList(per) ? [per] : per;
    return factors.map((factor) => (typeof factor === 'string' ? { of: factor } : factor));
}
/** What a line counts by, in one word. */
export function rateName(line) {
    const factors = factorsOf(line);
    if (factors.length === 0)
        return 'perTask';
    const words = factors.map(({ of, every }) => {
        const name = of.replace(/s$/, '').replace(/(?:^|-)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
        return every === undefined || every === 1 ? name : `${every}${name}s`;
    });
    return `per${words.join('Per')}`;
}
function count(model, factor, body) {
    const quantity = model.quantities.find(({ name }) => name === factor.of);
    const otherwise = factor.otherwise === undefined ? undefined : fractionOf(factor.otherwise);
    let counted = (quantity && measure(quantity, body)) ?? otherwise;
    if (counted === undefined)
        return undefined;
    const zero = { over: 0n, under: 1n };
    if (factor.beyond !== undefined)
        counted = add(counted, fractionOf(-factor.beyond));
    if (isLess(counted, zero))
        counted = zero;
    if (factor.atLeast !== undefined && isLess(counted, fractionOf(factor.atLeast)))
        counted = fractionOf(factor.atLeast);
    if (factor.every !== undefined)
        counted = divide(counted, fractionOf(factor.every));
    return factor.round === 'up' ? { over: ceiling(counted), under: 1n } : counted;
}
function rateOf(model, rate, body) {
    if (typeof rate === 'number')
        return rate;
    const [[parameter, table] = ['', {}]] = Object.entries(rate);
    const value = valueOf(model, parameter, body);
    const key = typeof value === 'string' ? value : value === undefined ? '*' : JSON.stringify(value);
    const next = Object.hasOwn(table, key) ? table[key] : table['*'];
    if (next !== undefined)
        return rateOf(model, next, body);
    const what = value === undefined ? 'not given' : JSON.stringify(value);
    return { unpriceable: `no rate is known where ${parameter} is ${what}`, parameter };
}
/** Credits as micro-credits. Throws RangeError where they have more than six decimals. */
function microCredits(credits) {
    const { over, under } = multiply(fractionOf(credits), { over: 1000000n, under: 1n });
    if (over % under !== 0n)
        throw new RangeError(`${credits} credits have more than six decimals`);
    return over / under;
}
function isList(value) {
    return Array.isArray(value);
}
