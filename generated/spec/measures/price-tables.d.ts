// Made by the generator from spec/. Do not edit.
import type { Price, PriceLine } from './price.js';
/** The parameters by whose values a price has tables or conditions, each once. */
export declare function rateTablesOf({ lines, tiers }: Price): string[];
/** Every combination of values that a line has a rate for, with that rate: the rows of a table of prices. */
export declare function ratesOf({ credits, }: PriceLine): {
    values: readonly (readonly [parameter: string, value: string])[];
    credits: number;
}[];
