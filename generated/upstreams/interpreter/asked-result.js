// Made by the generator from spec/. Do not edit.
import { equal, read, remove } from './json.js';
/**
 * The operation as it is for one submit of a vendor's client, with the place of the result first in which the client asks for it,
 * and the body without what asks. A member with a value that asks for none of the places stays.
 */
export function withAskedResult(operation, body, model) {
    const { results } = operation.answer;
    const asks = results.flatMap((result) => ('asked' in result && result.asked !== undefined ? [result.asked] : []));
    const isAsked = ({ at, is, models }) => {
        const value = read(body, at);
        return value === undefined ? models.some((prefix) => model.startsWith(prefix)) : equal(value, is);
    };
    const wanted = asks.find(isAsked);
    if (wanted === undefined)
        return { operation, body };
    const first = results.filter((result) => 'asked' in result && result.asked === wanted);
    const others = results.filter((result) => !first.includes(result));
    return {
        operation: { ...operation, answer: { ...operation.answer, results: [...first, ...others] } },
        body: read(body, wanted.at) === undefined ? body : remove(body, wanted.at),
    };
}
