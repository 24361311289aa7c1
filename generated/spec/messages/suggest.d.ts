// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import { type Mistake } from './mistake.js';
/** The value (or, for an unknown parameter, the name) that would have been right; undefined where none suggests itself. */
export declare function suggestionFor(rule: string, mistake: Mistake): JsonValue | undefined;
/** Names that two models have for the same thing. */
export declare const synonyms: ReadonlyMap<string, string>;
/** The parameter that had an unknown name before. */
export declare function renamedTo({ params, siblings }: Pick<Mistake, 'params' | 'siblings'>): string | undefined;
/** The parameter that an unknown name stands for, which may be in the request already. */
export declare function nameMeant({ params, siblings, used }: Mistake): string | undefined;
