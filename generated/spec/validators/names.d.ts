// Made by the generator from spec/. Do not edit.
import type { ModelId } from '../index.js'

/** Model IDs by display name, as far as display names are known. */
export declare const displayNames: Record<string, ModelId>
/** Model IDs by the IDs that they had before. */
export declare const renamedModels: Record<string, ModelId>
/** The IDs of the models without a reference: nothing is known of their parameters. */
export declare const openModels: readonly ModelId[]
