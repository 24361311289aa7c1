// Made by the generator from spec/. Do not edit.
import type { Parameter } from '../catalogue.js';
/** A parameter, a member or an item, with the place where it stands, as the catalogue writes the places of files. */
export interface ParameterPlace {
    path: string;
    parameter: Parameter;
}
/** Every place of parameters, each before what is inside it. A member of several forms of an object is there once. */
export declare function placesOf(parameters: readonly Parameter[]): ParameterPlace[];
