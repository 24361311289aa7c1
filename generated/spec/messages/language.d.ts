// Made by the generator from spec/. Do not edit.
import type { Words } from '../catalogue/stated.js';
/**
 * The messages of one language, as data. A text is a list of alternatives: the first applies of whose placeholders each has
 * a value. A placeholder is `{slot}` or `{slot|format}`; a slot whose value is the empty string only chooses.
 */
export interface Language {
    /** Which of the catalogue's words are used: phrases of parameters, messages of model rules. */
    code: keyof Words;
    /** The message of each general rule, without the place. */
    rules: {
        readonly [rule: string]: readonly string[];
    };
    /** What stands around messages, and what a migration changed. */
    texts: {
        readonly [text: string]: readonly string[];
    };
    /** Words by what they stand for: each table is a format of its own. */
    tables: {
        readonly [table: string]: {
            readonly [word: string]: string;
        };
    };
    /** What stands between the values of a list, and before the last. */
    joins: {
        readonly [join: string]: readonly [comma: string, last: string];
    };
    /** Between the place and the message. */
    colon: string;
}
