// Made by the generator from spec/. Do not edit.
import type { JsonValue, Parameter } from '../catalogue.js';
import { type Price } from './price.js';
import type { Quantity } from './quantities.js';
/** What a price reads of a request, by names with dots for members of objects and `*` for the items of a list, `{name}` for the members of a map. */
export interface PriceReads {
    /** The parameters and members whose values it depends on. */
    names: ReadonlySet<string>;
    /** Bounds of its conditions on a number or a count. */
    bounds: ReadonlyMap<string, readonly number[]>;
}
/** What a price of a model reads. */
export declare function readsOf(quantities: readonly Quantity[], price: Price): PriceReads;
/**
 * Values that the parameter accepts, at least one of each sort that the price, or a rule with these numbers, can tell
 * apart. Empty where no value of it is known.
 */
export declare function valuesOf(parameter: Parameter, name: string, reads: PriceReads, numbers?: readonly number[]): JsonValue[];
