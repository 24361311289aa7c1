// Made by the generator from spec/. Do not edit.
const deepest = 12;
const longestName = 40;
/** The shape of an answer: where there is what type of JSON. Holds names of members, and never a value. */
export function shapeOf(value) {
    const places = new Map();
    const visit = (here, place, depth) => {
        const types = places.get(place) ?? new Set();
        places.set(place, types.add(typeOf(here)));
        if (depth >= deepest)
            return;
        if (Array.isArray(here))
            for (const item of here)
                visit(item, `${place}/*`, depth + 1);
        else if (typeof here === 'object' && here !== null)
            for (const [name, child] of Object.entries(here))
                visit(child, `${place}/${safeName(name)}`, depth + 1);
    };
    visit(value, '', 0);
    return Object.fromEntries([...places].sort(byPlace).map(([place, types]) => [place, [...types].sort()]));
}
/** A member whose name is data, such as an ID, is not a name. */
function safeName(name) {
    return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && name.length <= longestName && !/\d{4}/.test(name) ? name : '?';
}
function typeOf(value) {
    if (value === null)
        return 'null';
    if (Array.isArray(value))
        return 'array';
    if (typeof value === 'number')
        return Number.isInteger(value) ? 'integer' : 'number';
    return typeof value;
}
function byPlace([left], [right]) {
    return left < right ? -1 : left > right ? 1 : 0;
}
