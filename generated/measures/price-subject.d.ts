// Made by the generator from spec/. Do not edit.
import type { Model } from '../catalogue.js';
import type { PriceSubject } from './price-check.js';
/** As much of a model as its prices depend on. */
export type PricedFacts = Pick<Model, 'id' | 'places' | 'quantities' | 'parameters' | 'requests' | 'rules'>;
/** What a price of this model may depend on, and is checked by. */
export declare function priceSubject({ id, places, quantities, parameters, requests, rules }: PricedFacts): PriceSubject;
