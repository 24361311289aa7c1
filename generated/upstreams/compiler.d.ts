// Made by the generator from spec/. Do not edit.
import type { Mapping } from './interpreter/mapping.js'
/** A file that describes a protocol. `name`: what it is called, without `.json`. */
export interface ProtocolFile {
  name: string
  text: string
}
/** A protocol that was compiled, or every mistake in its file, each with its code, place and hint. */
export type CompiledProtocol = { name: string } & ({ mapping: Mapping } | { mistakes: string[] })
/** Checks and compiles protocols that are not in the catalogue. `folder`: what stands before their names in mistakes. */
export declare const compileProtocols: (files: readonly ProtocolFile[], folder: string) => CompiledProtocol[]
