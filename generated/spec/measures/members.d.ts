// Made by the generator from spec/. Do not edit.
import type { JsonValue, ObjectParameter, Parameter, UnionParameter } from '../catalogue.js';
/**
 * The members of an object, and of a union those of all its forms, each name once: what a member counts as is alike in every
 * form that has it. None for a parameter of another kind.
 */
export declare function membersOf(parameter: Parameter): readonly Parameter[];
/** The form that a value is of, by its tag; none where it says none. */
export declare function variantOf({ tag, variants }: UnionParameter, value: JsonValue | undefined): readonly ObjectParameter[];
