import type { JsonValue, Severity, Words } from '../../catalogue.js'
import type { Slots } from '../../messages/render.js'

/** What an implementation must find in one body. */
export interface ExpectedFinding {
  rule: string
  /** JSON pointer into the body. */
  path: string
  severity: Severity
  /** The whole message, in English and Chinese. */
  message?: Words
  /** What the placeholders of the rule's text stand for; of a rule across parameters, those that take part. */
  slots?: Slots
  /** What a message needs beside the facts of the place; published in the message alone. */
  params?: Record<string, JsonValue>
}

/** One test that every implementation shares. */
export interface Vector {
  /** Unique in its file. */
  id: string
  body: JsonValue
  /** No finding of severity `error`. */
  valid: boolean
  /** False where plain JSON Schema cannot know that the body is not valid; absent otherwise. */
  schema?: false
  findings: ExpectedFinding[]
  /** What a task of a valid body costs, in millionths of a credit, by the first price of its model; absent where the catalogue has none. */
  microCredits?: number
}
