// Made by the generator from spec/. Do not edit.
/**
 * The Model ID that was probably meant, among `ids`: the same but for case and punctuation, else one whose parameters are known
 * where any is near, else one of `open`, those without a reference. Undefined when none is near.
 */
export declare function nearestModel(word: string, ids: readonly string[], open: readonly string[]): string | undefined;
