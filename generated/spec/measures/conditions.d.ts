// Made by the generator from spec/. Do not edit.
type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};
/** By parameter: the value it must have, one of several, or how many items, or how much, it must be at least and at most. */
export type Conditions = {
    readonly [parameter: string]: Condition;
};
export type Condition = string | number | boolean | readonly (string | number | boolean)[] | Range;
interface Range {
    readonly min?: number;
    readonly max?: number;
}
/** What conditions read of a model. */
export interface ConditionedModel {
    places: readonly {
        readonly path: string;
        readonly media?: string | undefined;
    }[];
    /** What a parameter is when it is left out; of members of objects by their names with dots. */
    defaults: {
        readonly [parameter: string]: Json;
    };
}
/** Whether a request meets all conditions. What it leaves out counts by its default. */
export declare function holds(model: ConditionedModel, conditions: Conditions, body: unknown): boolean;
/** What a request says a parameter is; its default where it leaves it out, or says null. */
export declare function valueOf({ defaults }: Pick<ConditionedModel, 'defaults'>, parameter: string, body: unknown): unknown;
export {};
