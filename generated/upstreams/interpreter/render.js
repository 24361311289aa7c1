// Made by the generator from spec/. Do not edit.
import { pathOf } from './answer.js';
import { read, write } from './json.js';
import { toldId } from './named.js';
import { writeSigns, writeStatus } from './status.js';
/** The answer to an accepted submit. */
export function renderSubmit(operation, task) {
    if (operation.id === undefined)
        return renderState(operation, task, 'submit');
    return write(renderState(operation, task, 'submit'), operation.id, toldId(operation, task));
}
/** The answer to a query. */
export function renderQuery(operation, task) {
    const place = operation.answer.id ?? operation.id;
    const body = renderState(operation, task, 'query');
    return place === undefined ? body : write(body, place, toldId(operation, task));
}
/** The answer to a list of tasks. */
export function renderList(operation, tasks) {
    const { list } = operation;
    if (list === undefined)
        return {};
    return write({}, list.items, tasks.map((task) => read(renderQuery(operation, task), list.within) ?? {}));
}
/** The body of a webhook that tells of a task. */
export function renderWebhook({ told }, operation, task) {
    if (told.length === 0)
        return renderQuery(operation, task);
    const named = { ...task, id: toldId(operation, task) };
    return told.reduce((body, { at, fact }) => write(body, at, named[fact]), {});
}
function renderState(operation, task, which) {
    const { answer, told } = operation;
    const named = { ...task, id: toldId(operation, task) };
    let body = {};
    for (const member of told)
        if (member.in === which || member.in === 'both')
            body = write(body, member.at, valueOf(member, named));
    if (answer.status !== undefined)
        body = writeStatus(answer.status, body, task.state);
    if (answer.progress !== undefined && task.progress !== undefined)
        body = write(body, answer.progress.at, Math.round(task.progress * answer.progress.of));
    if (task.state === 'completed') {
        // The result first: it is added to a list, of whose first item another member may tell the length.
        body = renderResult(body, answer.results, task);
        if (answer.seconds !== undefined && task.seconds !== undefined)
            body = write(body, answer.seconds, answer.secondsAsText === true ? String(task.seconds) : task.seconds);
        return body;
    }
    const [message] = answer.message;
    const [code] = answer.code;
    if (task.message !== undefined && message !== undefined)
        body = write(body, message, task.message);
    if (task.code !== undefined && code !== undefined)
        body = write(body, code, task.code);
    return answer.status === undefined
        ? body
        : writeSigns(answer.status, body, task.state, task.message ?? task.code ?? task.state);
}
function valueOf({ from }, task) {
    switch (from.kind) {
        case 'link':
            return `${task.baseUrl}${pathOf(from.request.path, task)}`;
        case 'constant':
            return from.value;
        case 'id':
        case 'model':
        case 'created':
            return task[from.kind];
        case 'completed':
        case 'expires':
            return task[from.kind] ?? null;
        case 'sent':
            return read(task.sent, from.place) ?? null;
    }
}
/** The body with the result's URL where the mapping reads it first, or with the file where it reads no URL or reads the file before. */
export function renderResult(body, results, { url, base64, others = [] }) {
    const inFolder = /^(?:s3|gs):/.test(url ?? '') ? results.find(({ kind }) => kind === 'object') : undefined;
    const place = inFolder ?? renderedPlace(results);
    if (place?.kind === 'object' && url !== undefined)
        return write(body, place.at, place.file === '' ? `${url}/sample.mp4` : url);
    if (place?.kind === 'url' && url !== undefined) {
        const urls = [url, ...others.flatMap((other) => other.url ?? [])];
        return place.list ? write(body, place.at, urls) : writeEach(body, place.at, urls);
    }
    if (place?.kind !== 'base64' || base64 === undefined)
        return body;
    return writeEach(body, place.at, [base64, ...others.flatMap((other) => other.base64 ?? [])]);
}
/** Each of the values where the path appends to a list, else the first: the protocol has no place for more. */
function writeEach(body, at, values) {
    const written = at.includes('-') ? values : values.slice(0, 1);
    return written.reduce((whole, value) => write(whole, at, value), body);
}
/** Whether answers hold the file itself: a client of the protocol reads no URL. */
export function rendersFile({ answer: { results } }) {
    const nested = results.map((result) => (result.kind === 'query' ? result.results : []));
    return answersFile(results) || [results, ...nested].some((list) => renderedPlace(list)?.kind === 'base64');
}
/** Whether the answer to a submit is the file, and no JSON. */
export function answersFile(results) {
    return results.some(({ kind }) => kind === 'body');
}
function renderedPlace(results) {
    const [first] = results;
    if (first?.kind === 'base64')
        return first;
    return (results.find(({ kind }) => kind === 'url' || kind === 'object') ?? results.find(({ kind }) => kind === 'base64'));
}
/** The body of an error answer of this HTTP status; `parameter` is the member of the request's body that is wrong. */
export function renderError({ errors }, status, message, code, parameter) {
    const [messageAt] = errors.message;
    const [codeAt] = errors.code;
    let body = messageAt === undefined ? {} : write({}, messageAt, message);
    if (codeAt !== undefined)
        body = write(body, codeAt, code);
    if (errors.parameter !== undefined && parameter !== undefined)
        body = write(body, errors.parameter, parameter);
    return errors.status === undefined ? body : write(body, errors.status, status);
}
/** The answer to a submit that names a model which is not known: as the upstream has it, or HTTP 404. */
export function renderUnknownModel(mapping, model) {
    const proof = mapping.errors.proofs.find(({ proves }) => proves === 'unknown-model');
    const { from = 404, to = 404, codes, says } = proof ?? {};
    const words = `${says?.[0] ?? 'no such model'}: ${model}`;
    const status = from <= 404 && to >= 404 ? 404 : from;
    return { status, body: renderError(mapping, status, words, codes?.[0] ?? 'model_not_found') };
}
