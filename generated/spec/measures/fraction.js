// Made by the generator from spec/. Do not edit.
/** A finite number as its shortest decimal says it. */
export function fractionOf(value) {
    const [, sign = '', whole = '0', part = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
    const shift = Number(exponent) - part.length;
    const digits = BigInt(`${sign}${whole}${part}`);
    return shift >= 0
        ? { over: digits * 10n ** BigInt(shift), under: 1n }
        : { over: digits, under: 10n ** BigInt(-shift) };
}
export function add(left, right) {
    return { over: left.over * right.under + right.over * left.under, under: left.under * right.under };
}
export function multiply(left, right) {
    return { over: left.over * right.over, under: left.under * right.under };
}
/** Throws RangeError where the divisor is 0. */
export function divide(left, right) {
    if (right.over === 0n)
        throw new RangeError('division by zero');
    const sign = right.over < 0n ? -1n : 1n;
    return { over: left.over * right.under * sign, under: left.under * right.over * sign };
}
/** The next integer that is not below. */
export function ceiling({ over, under }) {
    const whole = over / under;
    return over % under > 0n ? whole + 1n : whole;
}
export function isLess(left, right) {
    return left.over * right.under < right.over * left.under;
}
/** The nearest double, for showing. */
export function numberOf({ over, under }) {
    const whole = over / under;
    return Number(whole) + Number(over - whole * under) / Number(under);
}
