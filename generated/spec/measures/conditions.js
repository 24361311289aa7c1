// Made by the generator from spec/. Do not edit.
import { valuesAt } from './places.js';
/** Whether a request meets all conditions. What it leaves out counts by its default. */
export function holds(model, conditions, body) {
    return Object.entries(conditions).every(([parameter, condition]) => {
        if (typeof condition !== 'object')
            return valueOf(model, parameter, body) === condition;
        if (isList(condition)) {
            const value = valueOf(model, parameter, body);
            return condition.some((wanted) => wanted === value);
        }
        const { min = 0, max = Infinity } = condition;
        const amount = amountOf(model, parameter, body);
        return amount >= min && amount <= max;
    });
}
/** The number that a parameter is, or how many references, items or members it holds. */
function amountOf(model, parameter, body) {
    const path = pathOf(parameter);
    const places = model.places.filter((place) => place.media !== undefined && `${place.path}/`.startsWith(`${path}/`));
    if (places.length > 0)
        return [...valuesAt(places, body)].length;
    const value = valueOf(model, parameter, body);
    if (typeof value === 'number')
        return value;
    return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
/** What a request says a parameter is; its default where it leaves it out, or says null. */
export function valueOf({ defaults }, parameter, body) {
    const path = pathOf(parameter);
    const [found] = valuesAt([{ path }], body);
    // Null stands for what holds without a value.
    if (found !== undefined && found.value !== null)
        return found.value;
    // The default of a member counts where its object is.
    const holder = path.slice(0, path.lastIndexOf('/'));
    const counts = holder === '' || [...valuesAt([{ path: holder }], body)].length > 0;
    return counts && Object.hasOwn(defaults, parameter) ? defaults[parameter] : undefined;
}
function pathOf(parameter) {
    return `/${parameter.replaceAll('.', '/')}`;
}
function isList(value) {
    return Array.isArray(value);
}
