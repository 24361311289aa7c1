// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import type { Language } from './language.js';
import type { Mistake, Reported } from './mistake.js';
/** The message of one finding: where, what is wrong, what is allowed. The rule's ID where the language has no text for it. */
export declare function messageOf({ rule, params }: Reported, mistake: Mistake, suggestion: JsonValue | undefined, language: Language): string;
