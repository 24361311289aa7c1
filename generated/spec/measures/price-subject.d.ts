// Made by the generator from spec/. Do not edit.
import type { JsonValue, Model, Parameter } from '../catalogue.js';
import type { DefaultedModel } from './defaults.js';
import type { PricedModel } from './price.js';
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
/** As much of a model as its prices depend on. */
export type PricedFacts = Pick<Model, 'id' | 'places' | 'quantities' | 'parameters' | 'requests' | 'rules'>;
/** What a price of this model may depend on, and is checked by. */
export declare function priceSubject({ id, places, quantities, parameters, requests, rules }: PricedFacts): PriceSubject;
/** What conditions, and defaults that depend on a request, read of a model. */
export declare function defaultedModel({ places, parameters }: Pick<Model, 'places' | 'parameters'>): DefaultedModel;
