import { formatCount } from '@model-tasks/validation/count'
import { creditsOf, maxMicroCredits, microCreditsOf } from '../../domain/money/credits.js'
import { InputError } from '../../base/input-error.js'

/** What an operator gives, at the terminal and over HTTP alike. Each throws `InputError` with what is allowed. */

/** Text of one line that every store keeps as it is: no control characters, line separators and halves of characters. */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u

/** The name of an account or of a key. */
export function nameOf(text: string): string {
  if (oneLine.test(text) && [...text].length <= 80) return text
  throw new InputError('name must be 1 to 80 characters without line breaks')
}

/** The reference of a grant. A space before or after it would make it another one that looks the same. */
export function referenceOf(text: string): string {
  if (oneLine.test(text) && text.trim() === text && [...text].length <= 200) return text
  throw new InputError('reference must be 1 to 200 characters without line breaks, and without a space at either end')
}

/** What an account begins with, in micro-credits. */
export function balanceOf(text: string): number {
  const credits = micro(text)
  if (credits >= 0) return credits
  throw new InputError('credits must be 0 or more; leave them out for an account whose credits are not counted')
}

/** A balance below which an account is alerted, in micro-credits. */
export function positiveOf(text: string): number {
  const credits = micro(text)
  if (credits > 0) return credits
  throw new InputError('credits must be more than 0, or off')
}

/** What is granted or, with a negative number, taken away, in micro-credits. */
export function amountOf(text: string): number {
  const credits = micro(text)
  if (credits !== 0) return credits
  throw new InputError('credits must not be 0')
}

const maxCredits = Math.floor(creditsOf(maxMicroCredits))

function micro(text: string): number {
  const credits = /^-?\d+(\.\d{1,6})?$/.test(text) ? Number(text) : NaN
  const amount = microCreditsOf(credits)
  if (amount !== undefined) return amount
  throw new InputError(
    `credits must be a number with at most 6 decimals, such as 100 or 2.5, and ${formatCount(maxCredits, 'credit')} at most`,
  )
}
