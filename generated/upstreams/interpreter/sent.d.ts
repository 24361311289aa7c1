// Made by the generator from spec/. Do not edit.
import type { Operation } from './mapping.js';
/** The parameters on which depends what answers tell of what a task was asked for; none where they tell nothing of it. */
export declare function toldParameters({ told, rows }: Operation): string[];
