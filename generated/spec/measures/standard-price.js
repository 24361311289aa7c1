// Made by the generator from spec/. Do not edit.
/** What a video or a sound whose length is not known is taken to be worth, in seconds. */
const typicalSeconds = 5;
/** So many frames are taken to be worth a second. */
const framesPerSecond = 24;
/**
 * What a task costs where neither the operator nor the catalogue has a price; the interface does not show prices, so this is
 * an extension. A second of a video or a sound is one credit, for the longest that the model makes where a request does
 * not say how long; so are 24 frames. Without either it is five credits, and a picture or a 3D model is one. Each of
 * several outputs counts.
 */
export function standardLines({ kind, quantities }) {
    const known = (name) => quantities.find((quantity) => quantity.name === name);
    const each = known('outputs') === undefined ? [] : ['outputs'];
    if (kind === 'image' || kind === 'mesh')
        return [{ credits: 1, ...(each.length === 0 ? {} : { per: each }) }];
    const [seconds, frames] = [known('seconds'), known('frames')];
    const bounded = (of, { maximum }, more = {}) => {
        const factor = { of, ...more, ...(maximum === undefined ? {} : { otherwise: maximum }) };
        return { credits: 1, per: [Object.keys(factor).length === 1 ? of : factor, ...each] };
    };
    if (seconds !== undefined)
        return [bounded('seconds', seconds)];
    if (frames !== undefined)
        return [bounded('frames', frames, { every: framesPerSecond })];
    return [{ credits: typicalSeconds, ...(each.length === 0 ? {} : { per: each }) }];
}
