// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import type { PriceSubject } from './price-subject.js';
import { type Price } from './price.js';
type Request = {
    readonly [parameter: string]: JsonValue;
};
/** A request that a price does not price, and why. */
export interface Unpriced {
    request: Request;
    reason: string;
    /** Whether the rules were seen to accept the request. False where there were too many cases to find one. */
    shown: boolean;
}
/**
 * A valid request that the price does not price; undefined where each has a price. The price itself says which parameters
 * it depends on: it is read with none of them chosen, and where it comes to one, each sort of its values is tried. A case
 * without a price is completed to a request that breaks no rule; `broken` says which parameters take part in the rules that
 * a request breaks.
 */
export declare function unpriced(subject: PriceSubject, price: Price, broken: (request: Request) => readonly (readonly string[])[]): Unpriced | undefined;
export {};
