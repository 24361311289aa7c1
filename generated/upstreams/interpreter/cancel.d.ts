// Made by the generator from spec/. Do not edit.
import { type Json } from './json.js';
import type { Operation } from './mapping.js';
/** Whether a task may be asked to be cancelled whose status the upstream has this word for. */
export declare function mayCancel({ cancel }: Operation, word: string | undefined): boolean;
/** Whether the answer to a cancel proves that nothing was made and nothing is charged. */
export declare function answerProvesCancelled({ cancel }: Operation, body: Json | undefined): boolean;
/** Whether the upstream's word for the status of a task proves that nothing was made and nothing is charged. */
export declare function wordProvesCancelled({ cancel }: Operation, word: string | undefined): boolean;
