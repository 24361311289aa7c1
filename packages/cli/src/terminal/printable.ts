/** Text from elsewhere without what could move the cursor or change the terminal; line ends stay. */
export function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, '')
}
