/** Why a task failed, in one word by which an operator counts and filters. */
export const errorClasses = [
  /** The upstream ran it and said that it failed. */
  'upstream',
  /** The upstream did not take the request. */
  'rejected',
  /** It was sent, and nothing proved until the deadline whether it was taken. */
  'unknown-outcome',
  /** Its upstream did not know it any more, or did not end it before the deadline of polling. */
  'lost',
  /** It was made, and its file could not be had whole. */
  'result',
  'cancelled',
  /** No upstream of the settings takes it any more. */
  'unroutable',
  /** Internal errors, again and again. */
  'internal',
  /** An operator ended it. */
  'operator',
] as const
export type ErrorClass = (typeof errorClasses)[number]

/** The class of a word; undefined when it is none. */
export function errorClassOf(word: string | undefined): ErrorClass | undefined {
  return errorClasses.find((one) => one === word)
}
