// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import type { Price } from './price.js';
import type { PriceSubject } from './price-subject.js';
type Path = readonly (string | number)[];
/** What is wrong with a price, where in it, and what to write instead. */
export interface PriceMistake {
    path: Path;
    message: string;
    hint?: string;
    /** `unpriceable`: a request exists that it cannot price; else the price itself is wrong. */
    kind: 'wrong' | 'unpriceable';
}
/**
 * The mistakes of a price: first of its form, then a valid request that it cannot price. `broken` answers the parameters of
 * each rule that a request breaks.
 */
export declare function priceMistakes(subject: PriceSubject, price: Price, broken: (request: {
    readonly [parameter: string]: JsonValue;
}) => readonly (readonly string[])[]): PriceMistake[];
/** What is wrong with conditions: a parameter that the model does not have, or what it cannot be. */
export declare function conditionMistakes(subject: PriceSubject, conditions: unknown, path: Path): Generator<PriceMistake, void>;
export {};
