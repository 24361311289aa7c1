/**
 * Text from elsewhere on one line, for a terminal or a log: without what could move the cursor, change the terminal or show
 * characters in another order than they have (U+202E), so that it cannot look like a line of the program itself.
 */
export function printable(text: string): string {
  return text.replace(/\s*[\n\u2028\u2029]\s*/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
}
