const large = /\d{16}/
/** A string, which is passed over, or a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * JSON with each integer that a number does not hold exactly as a string of its digits: as a number it would be another
 * one, and an ID that is another one names no task.
 */
export function withExactIntegers(json: string): string {
  if (!large.test(json)) return json
  return json.replaceAll(token, (found) =>
    /^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found,
  )
}
