// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import type { ModelTextFacts, ParameterFacts } from '../facts/index.js';
/** What the message of a finding is made from. */
export interface Mistake {
    model: string;
    facts: ModelTextFacts;
    /** Where the value lies: the parameter, then members and indices. */
    steps: readonly string[];
    /** What is accepted at that place; undefined where nothing is. */
    accepted: ParameterFacts | undefined;
    /** What the validator reports beside rule and path. */
    params: Record<string, JsonValue>;
    /** The value at the path; undefined where there is none. */
    value: unknown;
    /** The parameters of the model, or the members of the object that the value lies in. */
    siblings: Readonly<Record<string, ParameterFacts>>;
    /** Those of them that the request uses. */
    used: ReadonlySet<string>;
    /** Whether a value would be accepted in place of the one that was sent. */
    isAccepted: (value: JsonValue) => boolean;
}
/** What a validator reports. */
export interface Reported {
    rule: string;
    /** JSON pointer into the request body. */
    path: string;
    params: Record<string, JsonValue>;
}
/** The values that a finding lists as allowed. */
export declare function allowedBy({ params }: Pick<Mistake, 'params'>): readonly JsonValue[];
/** Puts what a validator found in `body` beside the facts of the place. */
export declare function mistakeOf({ path, params }: Reported, facts: ModelTextFacts, body: Record<string, unknown>, isAccepted: (steps: readonly string[], value: JsonValue) => boolean): Mistake;
/** What is accepted at a place of a request. An item of a media parameter is described by the parameter itself. */
export declare function factsAt(facts: ModelTextFacts, steps: readonly string[], body: Record<string, unknown>): ParameterFacts | undefined;
