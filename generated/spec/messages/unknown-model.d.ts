// Made by the generator from spec/. Do not edit.
import type { Language } from './language.js';
import { type Slots } from './render.js';
/** The models of a catalogue, by all their names. */
export interface ModelNames {
    ids: readonly string[];
    /** Model IDs by display name, and by the IDs that they had before. */
    displayNames: Readonly<Record<string, string>>;
    renamedModels: Readonly<Record<string, string>>;
    /** The IDs of the models without a reference. */
    openModels: readonly string[];
}
/** Why a request body names no model. */
export interface UnknownModel {
    rule: 'body' | 'required' | 'null' | 'type' | 'model-unknown';
    /** JSON pointer: the body itself, or `/model`. */
    path: '' | '/model';
    slots: Slots;
    /** The Model ID that was meant. */
    suggestion?: string;
}
/** Why a body names none of these models. */
export declare function unknownModelOf(body: unknown, names: ModelNames): UnknownModel;
/** The message of such a finding. */
export declare function unknownModelMessage({ rule, path, slots }: UnknownModel, language: Language): string;
