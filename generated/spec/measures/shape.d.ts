// Made by the generator from spec/. Do not edit.
/** JSON types by place. Items of lists share one place, written `*`. No value of the answer is in it. */
export type Shape = {
    [place: string]: string[];
};
/** The shape of an answer: where there is what type of JSON. Holds names of members, and never a value. */
export declare function shapeOf(value: unknown): Shape;
