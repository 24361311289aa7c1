// Made by the generator from spec/. Do not edit.
/** A word as it is compared: without case, blanks and punctuation. */
export declare const plainWord: (word: string) => string;
/**
 * The candidate a person most likely meant by `word`: the same but for case, blanks and punctuation, a few letters
 * away, or one that contains it. Undefined when none is near.
 */
export declare function nearest(word: string, candidates: readonly string[]): string | undefined;
/** Insertions, deletions and substitutions between two words; case, blanks and punctuation do not count. */
export declare function wordDistance(one: string, other: string): number;
