/** Text from elsewhere on one line, without what could move the cursor or change the terminal. */
export function printable(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\p{Cc}/gu, '')
}
