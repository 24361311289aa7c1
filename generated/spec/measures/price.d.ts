// Made by the generator from spec/. Do not edit.
import { type Conditions } from './conditions.js';
import { type DefaultedModel } from './defaults.js';
import { type Quantity } from './quantities.js';
/** What a task costs, from some time on: the sum of the lines, or of those of the first tier that applies. */
export interface Price {
    /** The date (YYYY-MM-DD, or with a time in UTC) from which it counts; without one, from the beginning. */
    from?: string;
    lines: readonly PriceLine[];
    tiers?: readonly PriceTier[];
}
export interface PriceTier {
    when: Conditions;
    lines: readonly PriceLine[];
}
/** A rate, and what it is multiplied by. A line whose condition does not hold costs nothing. */
export interface PriceLine {
    credits: Rate;
    /** Once per task where there is nothing to multiply by. */
    per?: Factor | readonly Factor[];
    when?: Conditions;
}
/**
 * Credits with at most six decimals, or a table by the values of one parameter, whose rates may be tables again:
 * `{ "resolution": { "720p": 0.5, "1080p": 1 } }`. `*` stands for every other value, and for none.
 */
export type Rate = number | {
    readonly [parameter: string]: {
        readonly [value: string]: Rate;
    };
};
/** A quantity by its name, or with how it is counted. */
export type Factor = string | CountedFactor;
export interface CountedFactor {
    of: string;
    /** So much of it counts once: 1000 characters. */
    every?: number;
    /** `up` counts each `every` that has begun as a whole one. */
    round?: 'up';
    /** So much of it is free. */
    beyond?: number;
    /** At least so much is counted. */
    atLeast?: number;
    /** What counts where a request does not state it. */
    otherwise?: number;
}
/** What a price may depend on. */
export interface PricedModel extends DefaultedModel {
    quantities: readonly Quantity[];
}
/** One line of a quote; amounts are integers of micro-credits. */
export interface QuotedLine {
    /** What it counts by: `perTask`, `perSecond`, `perSecondPerOutput`, `per1000Characters`. */
    rate: string;
    credits: bigint;
    quantity: number;
    amount: bigint;
}
/** What a request costs, in micro-credits; or why that cannot be said. */
export type Quote = {
    amount: bigint;
    lines: readonly QuotedLine[];
} | {
    unpriceable: string;
    parameter?: string;
};
/** Prices a request. Each line is exact, and rounded up to a whole micro-credit. */
export declare function priceRequest(model: PricedModel, price: Price, request: unknown): Quote;
/** Why a request is not free though no line adds anything to its price: only a rate of 0 makes it free. */
export declare function whyNotFree(rates: readonly bigint[]): string | undefined;
/** The first tier that applies; -1: the lines of the price itself count. */
export declare function tierIndexOf(model: PricedModel, { tiers }: Price, body: unknown): number;
export declare function lineHolds(model: PricedModel, { when }: PriceLine, body: unknown): boolean;
/** What a line that applies adds to the price of a request. */
export declare function quoteLine(model: PricedModel, line: PriceLine, body: unknown): QuotedLine | {
    unpriceable: string;
    parameter?: string;
};
/** The factors of a line, each with how it is counted. */
export declare function factorsOf({ per }: PriceLine): CountedFactor[];
/** What a line counts by, in one word. */
export declare function rateName(line: PriceLine): string;
