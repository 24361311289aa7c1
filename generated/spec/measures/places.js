// Made by the generator from spec/. Do not edit.
/**
 * What stands in a request at each of these places, in their order. A place is a JSON pointer in which `*` stands for each
 * item of a list and a final `**` for every string at any depth below. What is absent or has another form is passed over.
 */
export function* valuesAt(places, body) {
    for (const place of places) {
        for (const { path, value } of walk(place.path.split('/').slice(1), '', body))
            yield { place, path, value };
    }
}
/** Whether a JSON pointer leads to a place. */
export function isAt(place, path) {
    const [wanted, given] = [place.split('/'), path.split('/')];
    if (wanted.at(-1) === '**')
        return given.length >= wanted.length && wanted.slice(0, -1).every((step, index) => isStep(step, given[index]));
    return given.length === wanted.length && wanted.every((step, index) => isStep(step, given[index]));
}
/** A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`. */
export function placeName(path) {
    return stepsOf(path)
        .map((step, index) => (index === 0 ? step : /^(\d+|\*)$/.test(step) ? `[${step}]` : `.${step}`))
        .join('');
}
/** The keys and indices of a JSON pointer. */
export function stepsOf(path) {
    return path
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
/** A key as a step of a JSON pointer. */
export function stepOf(key) {
    return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
function isStep(wanted, given) {
    return wanted === '*' ? /^\d+$/.test(given ?? '') : wanted === given;
}
function* walk([step, ...rest], path, value) {
    if (step === undefined) {
        if (value !== undefined)
            yield { path, value };
    }
    else if (step === '**') {
        yield* stringsBelow(path, value);
    }
    else if (step === '*') {
        if (Array.isArray(value))
            for (const [index, item] of value.entries())
                yield* walk(rest, `${path}/${index}`, item);
    }
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
        yield* walk(rest, `${path}/${step}`, value[step]);
    }
}
/** Every string below, in the order of the document; by a list of what is left, since a request may be as deep as it likes. */
function* stringsBelow(path, value) {
    const left = [{ path, value }];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const { path: at, value: found } = next;
        if (typeof found === 'string')
            yield { path: at, value: found };
        else if (typeof found === 'object' && found !== null)
            left.push(...Object.entries(found)
                .map(([key, child]) => ({ path: `${at}/${stepOf(key)}`, value: child }))
                .reverse());
    }
}
