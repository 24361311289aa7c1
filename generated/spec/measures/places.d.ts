// Made by the generator from spec/. Do not edit.
/** What stands at a place of a request. */
export interface Found<Place> {
    place: Place;
    /** JSON pointer from the request body. */
    path: string;
    value: unknown;
}
/**
 * What stands in a request at each of these places, in their order. A place is a JSON pointer in which `*` stands for each
 * item of a list and a final `**` for every string at any depth below. What is absent or has another form is passed over.
 */
export declare function valuesAt<Place extends {
    readonly path: string;
}>(places: readonly Place[], body: unknown): Generator<Found<Place>, void>;
/** Whether a JSON pointer leads to a place. */
export declare function isAt(place: string, path: string): boolean;
/** A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`. */
export declare function placeName(path: string): string;
/** The keys and indices of a JSON pointer. */
export declare function stepsOf(path: string): string[];
/** A key as a step of a JSON pointer. */
export declare function stepOf(key: string): string;
