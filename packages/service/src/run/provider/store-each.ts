import { ResultGone, ResultMissing, type ResultFile } from '../../domain/provider/provider.js'

/**
 * Stores each of `count` files. Those that are gone are left out, since what else was bought is kept; with `partial` those that
 * are missing, too. Throws `ResultMissing`, `ResultGone` where none can be had, and what else `store` throws.
 */
export async function storeEach(
  count: number,
  partial: boolean,
  store: (number: number) => Promise<ResultFile>,
): Promise<ResultFile & { others?: ResultFile[] }> {
  const stored: ResultFile[] = []
  let missing: ResultMissing | undefined
  let gone: ResultGone | undefined
  for (let number = 0; number < count; number++) {
    try {
      stored.push(await store(number))
    } catch (error) {
      if (error instanceof ResultGone) gone = error
      else if (error instanceof ResultMissing) missing = missing?.replaced === true ? missing : error
      else throw error
    }
  }
  const [first, ...others] = stored
  if (missing !== undefined && !(partial && first !== undefined)) {
    if (count === 1) throw missing
    throw new ResultMissing(missing.message, {
      partial: first !== undefined,
      replaced: missing.replaced,
      cause: missing,
    })
  }
  if (first === undefined) throw gone ?? new ResultMissing('the answer names no file')
  return others.length === 0 ? first : { ...first, others }
}
