// Made by the generator from spec/. Do not edit.
import { isObject, write } from './json.js';
/** The ID of a task as a fake or a native API tells it: with what the vendor's IDs have before it. */
export function toldId({ idForm }, { id, model }) {
    return idForm === undefined ? id : `${idForm.before.join(model)}${id}`;
}
/** The body of a query; undefined where it has none. */
export function queryBody({ query }, facts) {
    if (query?.body === undefined)
        return undefined;
    const body = query.body.reduce((whole, { to, from }) => write(whole, to, from.kind === 'constant' ? from.value : facts[from.kind]), {});
    return isObject(body) ? body : undefined;
}
