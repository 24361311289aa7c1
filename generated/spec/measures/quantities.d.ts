// Made by the generator from spec/. Do not edit.
import { type Fraction } from './fraction.js';
/** Where a request states a part of a quantity. */
export interface QuantitySource {
    /** JSON pointer from the request body; `*` stands for each item of a list, whose values are added. */
    path: string;
    /**
     * What is read there: the `number`, the `length` of a string in Unicode code points, one for each value (`count`), or the
     * `area` of a size such as `1024x768`.
     */
    as: 'number' | 'length' | 'count' | 'area';
    /** What one unit of the number is in the unit of the quantity, as a fraction: 1 and 1000 for milliseconds as seconds. */
    scale?: readonly [over: number, under: number];
    /** What counts where the request, or an item of its list, leaves it out. */
    default?: number | string;
}
/** Something that a request states and that can be counted, such as the seconds of its output. */
export interface Quantity {
    /** `seconds`, `frames`, `frame-rate`, `outputs`, `characters`, `pixels`, `input-seconds`, or the plural of a type of media. */
    name: string;
    /** Added. */
    sum: readonly QuantitySource[];
    /** By which the sum is multiplied: the height beside the width. */
    times?: QuantitySource;
    /** By which the sum is divided: the frame rate beside the frames. */
    per?: QuantitySource;
    /** The highest value that a request can state, where it is bounded. */
    maximum?: number;
}
/** How much of a quantity a request states. Undefined where it states nothing and nothing is known to count instead. */
export declare function measure(quantity: Quantity, body: unknown): Fraction | undefined;
