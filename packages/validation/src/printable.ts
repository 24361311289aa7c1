/**
 * Text from elsewhere on one line, for a terminal or a log: without what could move the cursor, change the terminal or show
 * characters in another order than they have (U+202E), so that it cannot look like a line of the program itself.
 */
export function printable(text: string): string {
  return text.replace(/\s*[\n\u2028\u2029]\s*/g, ' ').replace(unprintable, '')
}

/**
 * A value as JSON that `printable` leaves as it is: what that would remove or put on one line stands escaped, so that a program that reads the
 * line gets every character, also under a signature.
 */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const unprintable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
