// Made by the generator from spec/. Do not edit.
import { type ConditionedModel, type Conditions } from './conditions.js';
type Value = string | number | boolean;
/** What a parameter is where a request leaves it out and meets a condition. */
export interface ConditionalDefault {
    readonly when: Conditions;
    readonly default: Value;
}
/** A model some of whose defaults depend on the request. */
export interface DefaultedModel extends ConditionedModel {
    /** By optional parameter; the first that holds counts, and `defaults` where none does. No condition reads one of these parameters. */
    readonly conditionalDefaults?: {
        readonly [parameter: string]: readonly ConditionalDefault[];
    };
}
/** The default of a parameter that counts for a request by its condition; undefined where none does. */
export declare function conditionalDefault(model: DefaultedModel, parameter: string, body: unknown): Value | undefined;
/** Those parameters that a request leaves out, or sends as null, whose default depends on it, with the default that counts. */
export declare function defaultsFor(model: DefaultedModel, body: unknown): {
    [parameter: string]: Value;
};
/** A request with those defaults filled in, as its price and the limits on its files read it. A model without any gets it as it is. */
export declare function withDefaults(model: DefaultedModel, body: unknown): unknown;
export {};
