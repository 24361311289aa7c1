/** A text as it is repeated to a reader: as it is, or its first `most` characters (UTF-16 units) and an ellipsis. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
