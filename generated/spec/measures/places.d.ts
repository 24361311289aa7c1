// Made by the generator from spec/. Do not edit.
/** A step of a place that stands for each member of an object whose names the caller chooses. No parameter has such a name. */
export declare const anyName = "{name}";
/** What stands at a place of a request. */
export interface Found<Place> {
    place: Place;
    /** JSON pointer from the request body. */
    path: string;
    value: unknown;
}
/**
 * What stands in a request at each of these places, in their order. A place is a JSON pointer in which `*` stands for each
 * item of a list, `{name}` for each member of an object, and a final `**` for every string at any depth below. What is absent
 * or has another form is passed over.
 */
export declare function valuesAt<Place extends {
    readonly path: string;
}>(places: readonly Place[], body: unknown): Generator<Found<Place>, void>;
/** Whether a JSON pointer leads to a place. */
export declare function isAt(place: string, path: string): boolean;
/** A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`, `/faces/old town` is `faces."old town"`. */
export declare function placeName(path: string): string;
/** A place as a field of a request: `reference_images`, `shots[].image`, `faces.{name}`. */
export declare function fieldName(place: string): string;
/** The part of a place that is the same for all files there: the parameter, and members of objects up to the first choice. */
export declare function commonPart(place: string): string;
/** The keys and indices of a JSON pointer. */
export declare function stepsOf(path: string): string[];
/** A key as a step of a JSON pointer. */
export declare function stepOf(key: string): string;
