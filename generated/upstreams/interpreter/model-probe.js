// Made by the generator from spec/. Do not edit.
import { readError } from './answer.js';
import { read, readAll, write } from './json.js';
/** Reads the answer to a model probe. Undefined when it says nothing of the model. */
export function readModelProbe(mapping, { names, omits }, model, { status, body }) {
    const missing = omits === undefined ? 'unknown' : 'unlisted';
    const error = readError(mapping, status, body);
    // Without words of the upstream it is said of the address.
    if (error !== undefined)
        return error.proves === 'unknown-model' && (error.message ?? error.code) !== undefined ? missing : undefined;
    const every = names.indexOf('-');
    if (every === -1)
        return typeof read(body, names) === 'string' ? 'known' : undefined;
    if (!Array.isArray(read(body, names.slice(0, every))))
        return undefined;
    return readAll(body, names).includes(model) ? 'known' : missing;
}
/** The query parameter of a model probe that names the model; undefined where its path does, or nothing. */
export function modelParameter({ path }) {
    const at = path.findIndex((part) => typeof part !== 'string');
    const before = at === -1 ? undefined : path[at - 1];
    return typeof before === 'string' ? /[?&]([^=&]+)=$/.exec(before)?.[1] : undefined;
}
/** The answer to a model probe of a server that knows these models: a list of them, or the one that was asked for. */
export function renderModels({ names, told }, models) {
    const every = names.indexOf('-');
    const once = told.filter(({ at }) => !at.includes('-'));
    const around = once.reduce((body, { at, value }) => write(body, at, value), {});
    if (every === -1)
        return write(around, names, models[0]?.split('/').at(-1) ?? '');
    const eachTold = told.filter((one) => !once.includes(one));
    const list = write(around, names.slice(0, every), []);
    return models.reduce((body, model, index) => {
        const own = (at) => at.map((step) => (step === '-' ? String(index) : step));
        return eachTold.reduce((whole, { at, value }) => write(whole, own(at), value), write(body, own(names), model));
    }, list);
}
