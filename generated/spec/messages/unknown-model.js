// Made by the generator from spec/. Do not edit.
import { nearestModel } from './nearest-model.js';
import { nearest } from './nearest.js';
import { render } from './render.js';
/** Why a body names none of these models. */
export function unknownModelOf(body, names) {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
        return { rule: 'body', path: '', slots: { value: body } };
    const value = Object.hasOwn(body, 'model') ? Reflect.get(body, 'model') : undefined;
    const path = '/model';
    const slots = { value, exampleModel: names.ids[1] ?? names.ids[0] };
    if (value === undefined)
        return { rule: 'required', path, slots };
    if (value === null)
        return { rule: 'null', path, slots };
    if (typeof value !== 'string')
        return { rule: 'type', path, slots };
    const { suggestion, ...why } = meant(value, names);
    return suggestion === undefined
        ? { rule: 'model-unknown', path, slots }
        : { rule: 'model-unknown', path, slots: { ...slots, ...why, suggestion }, suggestion };
}
/** The message of such a finding. */
export function unknownModelMessage({ rule, path, slots }, language) {
    const message = render(language.rules[rule] ?? [rule], slots, language);
    return path === ''
        ? render(language.texts['body'] ?? ['{message}'], { message }, language)
        : `model${language.colon}${message}`;
}
/** The Model ID that a name stands for, with the slot that says how. */
function meant(value, names) {
    const { ids, displayNames, renamedModels, openModels } = names;
    const renamed = Object.hasOwn(renamedModels, value) ? renamedModels[value] : undefined;
    if (renamed !== undefined)
        return { suggestion: renamed, renamed: '' };
    const displayed = idOfDisplayName(value, displayNames);
    if (displayed !== undefined)
        return { suggestion: displayed, displayName: '' };
    const suggestion = nearestModel(value, ids, openModels) ?? idOfDisplayName(nearest(value, Object.keys(displayNames)), displayNames);
    return suggestion === undefined ? {} : { suggestion };
}
/** The Model ID of a display name, in any case and with blanks around it. */
function idOfDisplayName(name, displayNames) {
    const plain = name?.trim().toLowerCase();
    return Object.entries(displayNames).find(([each]) => each.toLowerCase() === plain)?.[1];
}
