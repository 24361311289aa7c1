// Made by the generator from spec/. Do not edit.
import { read } from './json.js';
/** Whether a task may be asked to be cancelled whose status the upstream has this word for. */
export function mayCancel({ cancel }, word) {
    return cancel !== undefined && (cancel.from === undefined || (word !== undefined && cancel.from.includes(word)));
}
/** Whether the answer to a cancel proves that nothing was made and nothing is charged. */
export function answerProvesCancelled({ cancel }, body) {
    const proof = cancel?.proves.answer;
    const said = proof === undefined || body === undefined ? undefined : read(body, proof.at);
    return typeof said === 'string' && proof?.words.includes(said) === true;
}
/** Whether the upstream's word for the status of a task proves that nothing was made and nothing is charged. */
export function wordProvesCancelled({ cancel }, word) {
    return word !== undefined && cancel?.proves.query.includes(word) === true;
}
