// Made by the generator from spec/. Do not edit.
import { add, divide, fractionOf, multiply } from './fraction.js';
import { valuesAt } from './places.js';
/** How much of a quantity a request states. Undefined where it states nothing and nothing is known to count instead. */
export function measure(quantity, body) {
    let total;
    for (const source of quantity.sum) {
        const part = read(source, body);
        if (part !== undefined)
            total = total === undefined ? part : add(total, part);
    }
    const [times, per] = [quantity.times, quantity.per].map((source) => source && read(source, body));
    if (total === undefined || (quantity.times && !times) || (quantity.per && !(per && per.over > 0n)))
        return undefined;
    const product = times === undefined ? total : multiply(total, times);
    return per === undefined ? product : divide(product, per);
}
function read(source, body) {
    const { path, as, default: otherwise } = source;
    if (as === 'count')
        return { over: BigInt([...valuesAt([{ path }], body)].length), under: 1n };
    const at = path.lastIndexOf('/');
    // In each object, and each item of a list, the default counts by itself; without them there is nothing to count.
    const [holder, member] = path.endsWith('/*') ? [path, ''] : [path.slice(0, at), path.slice(at)];
    const holders = holder === '' ? [body] : [...valuesAt([{ path: holder }], body)].map(({ value }) => value);
    const parts = holders.map((each) => {
        const [found] = member === '' ? [{ value: each }] : valuesAt([{ path: member }], each);
        return valueOf(source, found?.value ?? otherwise);
    });
    if (parts.length === 0)
        return undefined;
    return parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : add(sum, part)));
}
function valueOf({ as, scale }, value) {
    if (as === 'length')
        return typeof value === 'string' ? { over: BigInt([...value].length), under: 1n } : undefined;
    if (as === 'area') {
        const [, width, height] = /^(\d+)\s*[x×*]\s*(\d+)$/i.exec(typeof value === 'string' ? value : '') ?? [];
        return width === undefined || height === undefined ? undefined : { over: BigInt(width) * BigInt(height), under: 1n };
    }
    if (typeof value !== 'number' || !Number.isFinite(value))
        return undefined;
    const number = fractionOf(value);
    return scale === undefined ? number : multiply(number, divide(fractionOf(scale[0]), fractionOf(scale[1])));
}
