// Made by the generator from spec/. Do not edit.
/** The steps of a JSON pointer, unescaped. */
export declare function stepsOf(pointer: string): string[];
/** The own value a pointer leads to; inherited members do not count. */
export declare function valueAt(body: unknown, steps: readonly string[]): unknown;
/** A copy of `value` with another value at a place inside it. */
export declare function replaceAt(value: unknown, [step, ...rest]: readonly string[], replacement: unknown): unknown;
/** A pointer as a finding carries it: whole, or the beginning of a huge one, which is still a pointer. */
export declare function shortenPointer(pointer: string): string;
