// Made by the generator from spec/. Do not edit.
import { type Price, type PricedModel } from './price.js';
type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};
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
    required: readonly string[];
    /** Requests that the model accepts, from which others are made. */
    requests: readonly {
        readonly [parameter: string]: Json;
    }[];
}
/** The mistakes of a price: first of its form, then valid requests that it cannot price. `isValid` says which requests the rules accept. */
export declare function priceMistakes(subject: PriceSubject, price: Price, isValid: (request: object) => boolean): PriceMistake[];
export {};
