// Made by the generator from spec/. Do not edit.
/** Longer words are not a misspelt name of ours, and the comparison is quadratic. */
const maxLength = 64;
/** A word as it is compared: without case, blanks and punctuation. */
export const plainWord = (word) => word.toLowerCase().replace(/[\s_.-]/g, '');
/**
 * The candidate a person most likely meant by `word`: the same but for case, blanks and punctuation, a few letters
 * away, or one that contains it. Undefined when none is near.
 */
export function nearest(word, candidates) {
    if (word.length > maxLength)
        return undefined;
    const sought = plainWord(word);
    let best;
    let maxDistance = sought.length / 3 + 0.4;
    for (const candidate of candidates) {
        const distance = wordDistance(word, candidate);
        if (distance < maxDistance)
            [best, maxDistance] = [candidate, distance];
    }
    return best ?? (sought.length > 2 ? candidates.find((candidate) => plainWord(candidate).includes(sought)) : undefined);
}
/** Insertions, deletions and substitutions between two words; case, blanks and punctuation do not count. */
export function wordDistance(one, other) {
    const [from, to] = [plainWord(one), plainWord(other)];
    let row = Array.from({ length: to.length + 1 }, (_, index) => index);
    for (let i = 1; i <= from.length; i++) {
        const next = [i];
        for (let j = 1; j <= to.length; j++) {
            next[j] = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1));
        }
        row = next;
    }
    return at(row, to.length);
}
const at = (row, index) => row[index] ?? 0;
