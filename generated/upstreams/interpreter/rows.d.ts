// Made by the generator from spec/. Do not edit.
import type { ModelFacts, Operation, Row } from './mapping.js';
/** The rows of an operation for one model, in which rows of quantities name the parameters by which it states them. */
export declare function rowsFor(operation: Operation, facts: ModelFacts): readonly Row[];
