/** A name with its letters and digits only, in lower case: what is left of it in the strictest language. */
export function lettersOf(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}
