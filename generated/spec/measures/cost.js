// Made by the generator from spec/. Do not edit.
import { numberOf } from './fraction.js';
import { stepsOf } from './places.js';
import { rateTablesOf } from './price-tables.js';
import { factorsOf, priceRequest } from './price.js';
/** What a request costs at a time, in milliseconds since the Unix epoch; or why that cannot be said. */
export function costOf(priced, body, time) {
    const price = priced.prices.findLast(({ from }) => from === undefined || Date.parse(from) <= time);
    if (price === undefined)
        return { unpriceable: 'the model has no price' };
    const quote = priceRequest(priced, price, body);
    if ('unpriceable' in quote)
        return quote;
    return {
        model: priced.model,
        amount: creditsOf(quote.amount),
        lines: quote.lines.map(({ rate, credits, quantity, amount }) => ({
            rate,
            credits: creditsOf(credits),
            quantity,
            amount: creditsOf(amount),
        })),
        parameters: priceParameters(priced, [price]),
        standard: priced.standard,
        ...(price.from === undefined ? {} : { from: price.from }),
    };
}
/** The parameters that change these prices, each once, in the order in which they are named. */
export function priceParameters({ quantities }, prices) {
    const counted = (line) => factorsOf(line).flatMap(({ of }) => quantities
        .filter(({ name }) => name === of)
        .flatMap(({ sum, times, per }) => [...sum, times, per].flatMap((source) => source?.path ?? [])));
    const names = prices.flatMap((price) => [
        ...[...price.lines, ...(price.tiers ?? []).flatMap(({ lines }) => lines)]
            .flatMap(counted)
            .map((path) => stepsOf(path)[0]),
        ...rateTablesOf(price).map((name) => name.split('.')[0]),
    ]);
    return [...new Set(names.filter((name) => name !== undefined))];
}
function creditsOf(microCredits) {
    const amount = { over: microCredits, under: 1000000n };
    return numberOf(amount);
}
