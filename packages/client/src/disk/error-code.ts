/** Whether this is an error of the system with one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String((Object(error) as { code?: unknown }).code))
}
