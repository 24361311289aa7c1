// Made by the generator from spec/. Do not edit.
import { type Price, type PricedModel } from './price.js';
/** The prices of a model, and what they read of its requests. */
export interface ModelPrices extends PricedModel {
    model: string;
    prices: readonly Price[];
    /** Whether the catalogue states none, so that this is the standard price of this project's service. */
    standard: boolean;
}
/** A part of a cost: `credits` × `quantity`, in credits. */
export interface CostLine {
    /** What it counts by: `perTask`, `perSecond`, `perSecondPerOutput`, `per1000Characters`. */
    rate: string;
    credits: number;
    quantity: number;
    amount: number;
}
/** What a task of a request costs by the price of the catalogue. A service may have prices of its own. */
export interface Cost {
    model: string;
    /** In credits, with at most six decimals. */
    amount: number;
    lines: CostLine[];
    /** The parameters that change it, in the order in which the price names them. */
    parameters: string[];
    /** Whether the catalogue states no price, so that this is the standard price of this project's service. */
    standard: boolean;
    /** The date from which the price counts, where it has one. */
    from?: string;
}
/** What a request costs at a time, in milliseconds since the Unix epoch; or why that cannot be said. */
export declare function costOf(priced: ModelPrices, body: unknown, time: number): Cost | {
    unpriceable: string;
    parameter?: string;
};
/** The parameters that change these prices, each once, in the order in which they are named. */
export declare function priceParameters({ quantities }: Pick<PricedModel, 'quantities'>, prices: readonly Price[]): string[];
