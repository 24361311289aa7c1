// Made by the generator from spec/. Do not edit.
/** Whether a media parameter accepts IDs of the asset library. */
export declare function acceptsAssets(accepts: unknown): boolean;
/** The form of reference that was sent where the parameter accepts others only; undefined when it is not a reference at all. */
export declare function rejectedForm(value: unknown, accepts: unknown): 'asset' | 'data' | undefined;
