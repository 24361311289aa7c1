// Made by the generator from spec/. Do not edit.
import { read } from './json.js';
const maxUrlLength = 2048;
/**
 * The URL at which a task is queried, as the answer to its submit states it; undefined where it states none that may be asked
 * with the key.
 */
export function statedQuery(operation, body, baseUrl) {
    const { stated } = operation.query ?? {};
    const value = stated === undefined ? undefined : read(body, stated.at);
    if (typeof value !== 'string' || value.length > maxUrlLength || !mayBeQueried(operation, value, baseUrl))
        return undefined;
    return new URL(value).href;
}
/**
 * Whether a stated URL may be asked with the key of the base URL: one of the base URL's own origin, or of an allowed host over
 * https. The base URL may be another than when the URL was stated.
 */
export function mayBeQueried({ query }, stated, baseUrl) {
    if (query?.stated === undefined || !URL.canParse(stated))
        return false;
    const url = new URL(stated);
    if (url.username !== '' || url.password !== '')
        return false;
    const isAllowed = url.protocol === 'https:' && url.port === '' && query.stated.hosts.some((host) => isOf(host, url.hostname));
    return isAllowed || url.origin === new URL(baseUrl).origin;
}
function isOf(allowed, host) {
    return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}
