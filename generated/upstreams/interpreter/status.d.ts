// Made by the generator from spec/. Do not edit.
import { type Json, type Path } from './json.js';
/** Our four states, and what an upstream tells apart beside them. */
export type UpstreamState = 'queued' | 'processing' | 'completed' | 'failed' | 'expired' | 'cancelled' | 'unknown';
/** Where an upstream says how a task stands, and what that means. */
export interface StatusFacts {
    at: Path;
    /** The upstream's words; a number or a boolean is meant by what it is written as. */
    states: {
        [word: string]: UpstreamState;
    };
    /** A fake or a native API writes words as numbers or booleans; absent: as strings. All are read. */
    writtenAs?: 'number' | 'boolean';
    /** What it means that there is no word; absent: that the answer is not a task. */
    absent?: UpstreamState;
    /** What counts before the word. */
    cases: StatusCase[];
}
/** A state that several signs mean together. */
export interface StatusCase {
    when: Sign[];
    means: UpstreamState;
}
/** A sign in an answer: one of these values, in any type, or whether there is a value at all. */
export type Sign = {
    at: Path;
    is: Json[];
} | {
    at: Path;
    present: boolean;
};
/** What an answer says of the state of its task. `unknown`: the mapping does not have the word, from which nothing is concluded. */
export interface StatusReading {
    state: UpstreamState;
    word?: string;
    unknown?: true;
}
/** Reads the state of a task; undefined when the answer is not a task. Words are compared without case. */
export declare function readStatus({ at, states, absent, cases }: StatusFacts, body: Json): StatusReading | undefined;
/** The body with what says that a task is in a state. Where there is no word for it, that of the nearest state. */
export declare function writeStatus(facts: StatusFacts, body: Json, state: UpstreamState): Json;
/** The body with a text at each place where there must be something for a task to be in a state. */
export declare function writeSigns(facts: StatusFacts, body: Json, state: UpstreamState, text: string): Json;
