// Made by the generator from spec/. Do not edit.
import { isObject, write } from './json.js';
/** The ID of a task as a fake or a native API tells it: with what the vendor's IDs have before it. */
export function toldId({ idForm }, { id, model }) {
    return idForm === undefined ? id : `${idForm.before.join(model)}${id}`;
}
/** The body of a request about a task; undefined where it has none. */
export function requestBody({ body }, facts) {
    if (body === undefined)
        return undefined;
    const whole = body.reduce((made, { to, from }) => write(made, to, from.kind === 'constant' ? from.value : facts[from.kind]), {});
    return isObject(whole) ? whole : undefined;
}
