import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeDigits = 10
const randomDigits = 16

/**
 * Makes task ids: `task_`, the time in milliseconds and 80 random bits. Ids of one maker sort in the order in which they
 * were made, also within a millisecond and when the clock is set back.
 */
export function taskIds(now: () => number): () => string {
  const tail = new Uint8Array(randomDigits)
  // Filled for many tasks at a time: asking the system costs more than making the rest of an ID.
  const random = new Uint8Array(randomDigits * 256)
  let used = random.length
  let last = -1
  let head = ''
  return () => {
    const time = now()
    if (time > last) {
      last = time
      head = timeAsDigits(time)
      if (used === random.length) {
        randomFillSync(random)
        used = 0
      }
      for (let index = 0; index < randomDigits; index += 1) tail[index] = (random[used + index] ?? 0) % alphabet.length
      used += randomDigits
    } else {
      increment(tail)
    }
    let id = `task_${head}`
    for (const digit of tail) id += alphabet.charAt(digit)
    return id
  }
}

const form = new RegExp(`^task_[${alphabet}]{${timeDigits + randomDigits}}$`)

/** Whether the text is formed as a task id is. */
export function isTaskId(text: string): boolean {
  return form.test(text)
}

/** What sorts before all ids of that time and later, and after all earlier ones. */
export function firstTaskId(time: number): string {
  return `task_${timeAsDigits(Math.max(0, time))}`
}

function timeAsDigits(time: number): string {
  let digits = ''
  for (let rest = time, count = 0; count < timeDigits; count += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

function increment(digits: Uint8Array): void {
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const next = (digits[index] ?? 0) + 1
    digits[index] = next % alphabet.length
    if (next < alphabet.length) return
  }
}
