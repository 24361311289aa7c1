// Made by the generator from spec/. Do not edit.
import { read } from './json.js';
const maxUrlLength = 2048;
/**
 * The URL at which a task is queried, as the answer to its submit states it; undefined where it states none that may be asked
 * with the key: one of the base URL's own origin, or of an allowed host over https.
 */
export function statedQuery({ query }, body, baseUrl) {
    const { stated } = query ?? {};
    const value = stated === undefined ? undefined : read(body, stated.at);
    if (stated === undefined || typeof value !== 'string' || value.length > maxUrlLength || !URL.canParse(value))
        return undefined;
    const url = new URL(value);
    if (url.username !== '' || url.password !== '')
        return undefined;
    const isAllowed = url.protocol === 'https:' && url.port === '' && stated.hosts.some((host) => isOf(host, url.hostname));
    return isAllowed || url.origin === new URL(baseUrl).origin ? url.href : undefined;
}
function isOf(allowed, host) {
    return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}
