// Made by the generator from spec/. Do not edit.
import type { ModelId } from '../index.js'
import type { ModelModule } from './index.js'

/** The validators of all models, loaded at once. */
export declare const modules: Record<ModelId, ModelModule>
