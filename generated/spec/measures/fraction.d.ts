// Made by the generator from spec/. Do not edit.
/** An exact number: prices are multiplied as they are written, never as binary fractions. */
export interface Fraction {
    over: bigint;
    under: bigint;
}
/** A finite number as its shortest decimal says it. */
export declare function fractionOf(value: number): Fraction;
export declare function add(left: Fraction, right: Fraction): Fraction;
export declare function multiply(left: Fraction, right: Fraction): Fraction;
/** Throws RangeError where the divisor is 0. */
export declare function divide(left: Fraction, right: Fraction): Fraction;
/** The next integer that is not below. */
export declare function ceiling({ over, under }: Fraction): bigint;
export declare function isLess(left: Fraction, right: Fraction): boolean;
/** The nearest double, for showing. */
export declare function numberOf({ over, under }: Fraction): number;
