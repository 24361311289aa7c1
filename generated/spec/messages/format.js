// Made by the generator from spec/. Do not edit.
/** The longest piece of a request that a message repeats. */
const maxQuoted = 60;
/** A sent value as a message shows it: strings quoted and shortened, lists and objects only named. */
export function quoteValue(value, nouns) {
    if (typeof value === 'string')
        return visible(JSON.stringify(shorten(value)));
    if (value === null || typeof value === 'number' || typeof value === 'boolean')
        return String(value);
    return nouns[Array.isArray(value) ? 'array' : value === undefined ? 'nothing' : 'object'] ?? '';
}
/** The sent value where a finding can carry it as JSON: scalars only, long strings shortened. */
export function received(value) {
    return typeof value === 'string'
        ? shorten(value)
        : value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
            ? value
            : undefined;
}
/** A fact of the catalogue as plain text. */
export function formatValue(value) {
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
/** Values one after the other, the last two joined by a word: `a, b or c`. */
export function joinValues(values, [comma, last]) {
    const words = values.map(formatValue);
    const end = words.pop() ?? '';
    return words.length > 0 ? `${words.join(comma)}${last}${end}` : end;
}
/** The name of a parameter as a message shows it: as it is when it could be one, else quoted. */
export function formatName(name) {
    return /^[\w-]{1,60}$/.test(name) ? name : quoteValue(name, {});
}
/** Where a value lies, as a message shows it: `camera.zoom`, `reference_images[0]`. */
export function formatPlace(steps) {
    return steps
        .map((step, index) => (index === 0 ? formatName(step) : /^\d+$/.test(step) ? `[${step}]` : `.${formatName(step)}`))
        .join('');
}
/** Control characters, unusual spaces and marks of direction written out, since they could not be seen or would move the cursor. */
export function visible(text) {
    // To compile the other expression takes longer than everything else in a first message.
    if (/^[ -~]*$/.test(text))
        return text;
    return text.replace(/(?! )[\p{C}\p{Z}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
/** The first part of a long string, in Unicode code points, with an ellipsis. */
export function shorten(text) {
    if (text.length <= maxQuoted)
        return text;
    const points = [...text.slice(0, 2 * maxQuoted + 2)];
    return points.length > maxQuoted ? `${points.slice(0, maxQuoted).join('')}…` : text;
}
/** Length of a string in Unicode code points. */
export function codePoints(value) {
    let count = 0;
    if (typeof value === 'string')
        for (const _ of value)
            count++;
    return count;
}
