/**
 * A value as JSON that `printable` leaves as it is: what that would remove or put on one line stands escaped, so that a program that reads the
 * line gets every character, also under a signature.
 */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
