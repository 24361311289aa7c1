import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const random = Buffer.alloc(16 * 256)
let used = random.length

/**
 * A new task id: `task_`, the time in milliseconds and 80 random bits, so that ids sort by creation
 * and cannot be guessed.
 */
export function newTaskId(now: number): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  let time = ''
  for (let rest = now, digit = 0; digit < 10; digit += 1) {
    time = alphabet.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let tail = ''
  for (let index = 0; index < 16; index += 1) tail += alphabet.charAt((random[used + index] ?? 0) % 32)
  used += 16
  return `task_${time}${tail}`
}
