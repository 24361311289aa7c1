// Made by the generator from spec/. Do not edit.
import { formatValue, joinValues, quoteValue, shorten } from './format.js';
const placeholder = /\{(\w+)(?:\|(\w+))?\}/g;
/** The first of the alternatives of whose placeholders each has a value, filled in; empty where there is none. */
export function render(alternatives, slots, language) {
    const chosen = alternatives.find((text) => [...text.matchAll(placeholder)].every(([, slot = '']) => Object.hasOwn(slots, slot)));
    return (chosen ?? '').replace(placeholder, (_, slot, format) => formatted(slots[slot], format, language));
}
function formatted(value, format, language) {
    if (format === 'quote')
        return quoteValue(value, language.tables['nouns'] ?? {});
    if (format === 'json')
        return JSON.stringify(value);
    const text = plain(value, language);
    if (format === undefined)
        return text;
    if (format === 'short')
        return shorten(text);
    // Chinese has no blanks between its words, and one before any other.
    if (format === 'spaced')
        return /^[\u4e00-\u9fff]/.test(text) ? text : ` ${text}`;
    const join = language.joins[format];
    if (join !== undefined)
        return joinValues(value, join);
    const table = language.tables[format] ?? {};
    return Object.hasOwn(table, text) ? (table[text] ?? '') : text;
}
function plain(value, { code }) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) && code in value
        ? String(Reflect.get(value, code))
        : formatValue(value);
}
