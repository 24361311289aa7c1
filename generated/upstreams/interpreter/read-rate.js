// Made by the generator from spec/. Do not edit.
import { read, write } from './json.js';
/**
 * What the headers of an answer say of limits; undefined where they say nothing that can be read, as `-1` for a limit that
 * is not counted. `date`: now, in milliseconds since 1970.
 */
export function readRate({ rateLimits }, headers, date) {
    const names = rateLimits?.headers;
    if (names === undefined)
        return undefined;
    const remaining = countIn(headers.get(names.remaining));
    const resetIn = timeUntil(headers.get(names.reset) ?? '', names.resetAs, date);
    if (remaining === undefined || resetIn === undefined)
        return undefined;
    const limit = names.limit === undefined ? undefined : countIn(headers.get(names.limit));
    return { ...(limit === undefined ? {} : { limit }), remaining, resetIn };
}
/** Milliseconds that the body of an error asks to wait; undefined where it does not. */
export function readWait({ rateLimits }, body) {
    const asked = rateLimits?.retryAfter === undefined ? undefined : read(body, rateLimits.retryAfter);
    const seconds = typeof asked === 'string' && asked !== '' ? Number(asked) : asked;
    return typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
/** The headers with which a fake tells of a limit. */
export function renderRate({ rateLimits }, { limit, remaining, resetIn }, date) {
    const names = rateLimits?.headers;
    if (names === undefined)
        return {};
    const at = { duration: `${resetIn}ms`, 'epoch-seconds': `${Math.ceil((date + resetIn) / 1000)}` };
    return {
        ...(names.limit === undefined || limit === undefined ? {} : { [names.limit]: `${limit}` }),
        [names.remaining]: `${remaining}`,
        [names.reset]: names.resetAs === 'epoch-milliseconds' ? `${date + resetIn}` : at[names.resetAs],
    };
}
/** The body of an error with which a fake says how long to wait. */
export function withWait({ rateLimits }, body, wait) {
    return rateLimits?.retryAfter === undefined ? body : write(body, rateLimits.retryAfter, Math.ceil(wait / 1000));
}
function countIn(text) {
    return text !== null && /^\d{1,15}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : undefined;
}
const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
function timeUntil(text, as, date) {
    if (/^\d{1,15}(\.\d+)?$/.test(text)) {
        const number = Number(text);
        if (as === 'duration')
            return number * 1000;
        return Math.max(0, (as === 'epoch-seconds' ? number * 1000 : number) - date);
    }
    if (as !== 'duration' || !/^(\d{1,9}(\.\d+)?(ms|[smhd]))+$/.test(text))
        return undefined;
    let sum = 0;
    for (const [, number = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g))
        sum += Number(number) * (units[unit] ?? 0);
    return sum;
}
