// Made by the generator from spec/. Do not edit.
import { read, remove, write } from './json.js';
/** A submit that asks for webhooks: its body, and the query that its path gets, without a question mark. */
export function withWebhook({ url, beside }, body, target) {
    let whole = body;
    for (const { to, value } of beside)
        whole = write(whole, to, value);
    return url.in === 'body'
        ? { body: write(whole, url.at, target) }
        : { body: whole, query: `${encodeURIComponent(url.name)}=${encodeURIComponent(target)}` };
}
/** What is left of a submit that may ask for webhooks, and where it wants them. */
export function withoutWebhook({ url, beside }, body, query) {
    const target = url.in === 'body' ? read(body, url.at) : (query.get(url.name) ?? undefined);
    if (typeof target !== 'string')
        return { body };
    const places = [...(url.in === 'body' ? [url.at] : []), ...beside.map(({ to }) => to)];
    return { body: places.reduce((rest, place) => remove(rest, place), body), target };
}
