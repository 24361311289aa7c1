import { boughtOnce } from './promises/bought-once.mjs'
import { limits } from './promises/limits.mjs'
import { loss } from './promises/loss.mjs'
import { money } from './promises/money.mjs'
import { tenancy } from './promises/tenancy.mjs'

/**
 * A promise, and the code without which it would be broken. `guard` stands once in its file and is replaced by `without`, or by
 * nothing; then `test`, by its name in `tests`, has to fail.
 *
 * @typedef {{ promise: string, file: string, guard: string, without?: string, tests: string, test: string }} Guard
 */

/**
 * The guards of all promises. One that the compiler keeps needs no row: a task is submitted only with the proof of the store
 * (`SentProof`), credits are given back only with one (`ReleaseProof`), and a caller is answered only a task that was read for its
 * account (`OwnedTask`).
 *
 * @type {readonly Guard[]}
 */
export const guards = [...money, ...boughtOnce, ...tenancy, ...limits, ...loss]
