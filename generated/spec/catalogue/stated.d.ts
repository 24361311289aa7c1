// Made by the generator from spec/. Do not edit.
/** The forms in which `spec/` states things of models and of parameters alike. */

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A JSON Schema (2020-12) as plain data. */
export type JsonSchema = { [key: string]: JsonValue }

/** Where the interface states a fact: the heading of its section and, inside it, a row, an item number or a field. */
export interface Source {
  section: string
  item?: string | number
}

/** A fact that the interface leaves open, in its own two words. Never null, never guessed. */
export interface Unknown {
  unknown: 'not shown'
}

/** `error` rejects a request; `advice` informs and lets it pass. */
export type Severity = 'error' | 'advice'

/** Words in each language that people read. */
export interface Words {
  en: string
  /** Simplified Chinese. */
  zh: string
}

/** A remark on a model or a parameter that no rule can check. */
export interface Note {
  text: string
  source: Source
}

/** That a model or a parameter should no longer be used. It is still accepted. */
export interface Deprecation {
  /** Date (YYYY-MM-DD) since when. */
  since: string
  /** Date on which it is retired: from then on it is rejected. */
  until?: string
  /** The Model ID or the parameter to use instead. */
  replacedBy?: string
  source: Source
}
