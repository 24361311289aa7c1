// Made by the generator from spec/. Do not edit.
import type { ModelKind } from '../catalogue.js';
import type { PriceLine } from './price.js';
import type { Quantity } from './quantities.js';
/**
 * What a task costs where neither the operator nor the catalogue has a price; the interface does not show prices, so this is
 * an extension. A second of a video or a sound is one credit, for the longest that the model makes where a request does
 * not say how long; so are 24 frames. Without either it is five credits, and a picture or a 3D model is one. Each of
 * several outputs counts.
 */
export declare function standardLines({ kind, quantities }: {
    kind: ModelKind;
    quantities: readonly Quantity[];
}): PriceLine[];
