// Made by the generator from spec/. Do not edit.
import type { JsonValue } from '../catalogue.js';
import { type Mistake } from './mistake.js';
import type { Slots } from './render.js';
/** What the message of a finding is filled with: what the validator reports, the value, what is accepted, and what follows from them. */
export declare function slotsOf(rule: string, mistake: Mistake, suggestion: JsonValue | undefined): Slots;
