// Made by the generator from spec/. Do not edit.

/**
 * The submit request that a call of one of these tools stands for, to be checked like any other; undefined for a tool that is
 * none of these, or arguments that are not an object.
 * @param name the name of the tool that was called
 * @param input its arguments, parsed
 */
export declare const requestOf: (name: string, input: unknown) => { model: string; [parameter: string]: unknown } | undefined
