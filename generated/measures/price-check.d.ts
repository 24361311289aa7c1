// Made by the generator from spec/. Do not edit.
import type { JsonValue, Parameter } from '../catalogue.js';
import type { Price, PricedModel } from './price.js';
type Path = readonly (string | number)[];
/** What is wrong with a price, where in it, and what to write instead. */
export interface PriceMistake {
    path: Path;
    message: string;
    hint?: string;
    /** `unpriceable`: a request exists that it cannot price; else the price itself is wrong. */
    kind: 'wrong' | 'unpriceable';
}
/** A model as far as its prices are checked. */
export interface PriceSubject extends PricedModel {
    id: string;
    /** The closed sets of values, by parameter; of members of objects by their names with dots. */
    choices: {
        readonly [parameter: string]: readonly (string | number | boolean)[];
    };
    /** Numbers, strings and lists, on which a condition may put bounds. */
    measured: readonly string[];
    parameters: readonly Parameter[];
    /** Numbers that its rules compare with. */
    ruleNumbers: readonly number[];
    /** Requests that the model accepts, from which others are made. */
    requests: readonly {
        readonly [parameter: string]: JsonValue;
    }[];
}
/**
 * The mistakes of a price: first of its form, then a valid request that it cannot price. `broken` answers the parameters of
 * each rule that a request breaks.
 */
export declare function priceMistakes(subject: PriceSubject, price: Price, broken: (request: {
    readonly [parameter: string]: JsonValue;
}) => readonly (readonly string[])[]): PriceMistake[];
export {};
