// Made by the generator from spec/. Do not edit.
/** The steps of a JSON pointer, unescaped. */
export function stepsOf(pointer) {
    return pointer
        .split('/')
        .slice(1)
        .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
}
/** The own value a pointer leads to; inherited members do not count. */
export function valueAt(body, steps) {
    let value = body;
    for (const step of steps) {
        if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
            return undefined;
        value = Reflect.get(value, step);
    }
    return value;
}
/** A copy of `value` with another value at a place inside it. */
export function replaceAt(value, [step, ...rest], replacement) {
    if (step === undefined)
        return replacement;
    if (Array.isArray(value))
        return value.map((item, index) => (String(index) === step ? replaceAt(item, rest, replacement) : item));
    return { ...value, [step]: replaceAt(valueAt(value, [step]), rest, replacement) };
}
/** The longest pointer that is reported whole: parameters have short names, and a huge one need not be repeated. */
const maxLength = 1000;
/** A pointer as a finding carries it: whole, or the beginning of a huge one, which is still a pointer. */
export function shortenPointer(pointer) {
    return pointer.length <= maxLength ? pointer : `${pointer.slice(0, maxLength).replace(/[~\uD800-\uDBFF]$/, '')}…`;
}
