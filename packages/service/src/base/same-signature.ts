import { timingSafeEqual } from 'node:crypto'

/** Whether a signature is the expected one. Takes the same time for every value of the right length. */
export function isSameSignature(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
