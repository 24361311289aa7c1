/** One part of a path, decoded; empty where it cannot be. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
