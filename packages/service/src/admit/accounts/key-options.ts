import { microCreditsOf } from '../../domain/money/credits.js'
import { keyScopes, type ApiKey, type KeyScope } from '../../keep/store/key-store.js'
import { InputError } from '../../base/input-error.js'
import { nameOf } from './operator-input.js'

/** What a new key may be given. */
export type KeyOptions = Partial<Pick<ApiKey, 'name' | 'expires' | 'scopes' | 'quota'>>

const allowed = 'name=…, expires=2027-01-31, scopes=read,submit,assets, tasks=100 or credits=50 (per day)'

/** Reads `name=…` and the like. Throws `InputError` with what is allowed. */
export function keyOptions(words: readonly string[], now: number): KeyOptions {
  const options: KeyOptions = {}
  const given = new Set<string>()
  for (const word of words) {
    const [name = '', value] = word.split(/=(.*)/s)
    if (value === undefined) throw new InputError(`"${word}" is not an option of a key; use ${allowed}`)
    if (given.has(name)) throw new InputError(`${name} was given more than once; give it once`)
    given.add(name)
    switch (name) {
      case 'name':
        options.name = nameOf(value)
        break
      case 'expires':
        options.expires = timeOf(value, now)
        break
      case 'scopes':
        options.scopes = scopesOf(value)
        break
      case 'tasks':
        options.quota = { ...options.quota, tasks: countOf(value) }
        break
      case 'credits':
        options.quota = { ...options.quota, credits: creditsOf(value) }
        break
      default:
        throw new InputError(`"${name}" is not an option of a key; use ${allowed}`)
    }
  }
  return options
}

function timeOf(text: string, now: number): number {
  const time = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : NaN
  // The parser turns the 30th of February into a day of March.
  if (time > now && text.startsWith(new Date(time).toISOString().slice(0, 10))) return time
  throw new InputError('expires must be a date to come, in UTC, such as 2027-01-31 or 2027-01-31T12:00:00Z')
}

function scopesOf(text: string): KeyScope[] {
  const words = text.split(',')
  const found = keyScopes.filter((scope) => words.includes(scope))
  if (found.length === words.length) return found
  throw new InputError(`scopes must be ${keyScopes.join(', ')}, separated by commas; leave it out for all`)
}

function countOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InputError('tasks must be an integer from 0 to 999999999: how many tasks per day, in UTC')
}

function creditsOf(text: string): number {
  const credits = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? microCreditsOf(Number(text)) : undefined
  if (credits !== undefined) return credits
  throw new InputError(
    'credits must be a number from 0 to 999999999 with at most 6 decimals: what may be submitted per day, in UTC',
  )
}
