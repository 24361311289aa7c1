/**
 * Text from elsewhere on one line, without what could move the cursor or change the terminal: what a service writes must not
 * look like a line of this program, such as a command to type next.
 */
export function printable(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\p{Cc}/gu, '')
}
