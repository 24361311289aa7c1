// Made by the generator from spec/. Do not edit.
import { nearest, plainWord } from './nearest.js';
/**
 * The Model ID that was probably meant, among `ids`: the same but for case and punctuation, else one whose parameters are known
 * where any is near, else one of `open`, those without a reference. Undefined when none is near.
 */
export function nearestModel(word, ids, open) {
    const closest = nearest(word, ids);
    if (closest === undefined || plainWord(closest) === plainWord(word))
        return closest;
    return (nearest(word, ids.filter((id) => !open.includes(id))) ?? closest);
}
