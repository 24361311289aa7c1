// Made by the generator from spec/. Do not edit.
import type { ArrayParameter, MediaParameter, Parameter } from '../catalogue.js';
/** A parameter, or what lies inside one, that references to files can stand in. */
export interface FileParameter<P = MediaParameter | ArrayParameter> {
    /** Of one reference: JSON pointer from the request body, as `MediaPlace` has it. */
    path: string;
    parameter: P;
    /** How many references a request can have there; `Infinity` where nothing limits it. */
    most: number;
}
/**
 * Where references to files can stand in a request with these parameters, in their order: also inside objects, lists and
 * maps, and below what the interface does not show.
 */
export declare function fileParametersOf(parameters: readonly Parameter[]): FileParameter[];
/** Those of them whose type of file is known. */
export declare function mediaParametersOf(parameters: readonly Parameter[]): FileParameter<MediaParameter>[];
