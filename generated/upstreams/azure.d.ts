// Made by the generator from spec/. Do not edit.
import type { Mapping } from './interpreter/index.js'

/** The protocol, compiled. */
export declare const mapping: Mapping
