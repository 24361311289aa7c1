// Made by the generator from spec/. Do not edit.
/** Whether a media parameter accepts IDs of the asset library. */
export function acceptsAssets(accepts) {
    return Array.isArray(accepts) && accepts.includes('asset');
}
/** The form of reference that was sent where the parameter accepts others only; undefined when it is not a reference at all. */
export function rejectedForm(value, accepts) {
    if (typeof value !== 'string')
        return undefined;
    if (/^assetId:/i.test(value))
        return acceptsAssets(accepts) ? undefined : 'asset';
    return /^data:/i.test(value) && !(Array.isArray(accepts) && accepts.includes('data')) ? 'data' : undefined;
}
