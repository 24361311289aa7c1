import type { Credentials, Proof } from './credentials.js'

/** A token and when it ends, in milliseconds since 1970. */
export interface Token {
  value: string
  made: number
  ends: number
}

/** Milliseconds before its end in which a token is not used any more. */
const margin = 60_000

/**
 * The token in use, until shortly before its end: a minute, or half of its life where that is shorter. However many ask
 * at a time, one token is made. The last two are kept as secrets, since an answer may still quote the one before.
 */
class TokenCache {
  readonly #make: () => Promise<Token>
  readonly #date: () => number
  #current: Token | undefined
  #making: Promise<Token> | undefined
  #known: string[] = []

  /** `date`: the time of day, in milliseconds since 1970. */
  constructor(make: () => Promise<Token>, date: () => number) {
    this.#make = make
    this.#date = date
  }

  get secrets(): readonly string[] {
    return this.#known
  }

  async token(): Promise<string> {
    if (this.#current !== undefined && this.#isFresh(this.#current)) return this.#current.value
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
    const token = await this.#making
    if (!this.#known.includes(token.value)) this.#known = [...this.#known.slice(-1), token.value]
    this.#current = token
    return token.value
  }

  /** Does not use this token again. */
  discard(token: string): void {
    if (this.#current?.value === token) this.#current = undefined
  }

  /** Also stale when the time of day has been put back: how long it lives is unknown then. */
  #isFresh({ made, ends }: Token): boolean {
    const now = this.#date()
    return now >= made && ends - now > Math.min(margin, (ends - made) / 2)
  }
}

/**
 * Credentials whose tokens are made when they are needed. `secrets`: what the tokens are made of; `checked`: whether
 * making one asks somebody who checks the key; `beside`: headers that are sent with each of them.
 */
export function madeCredentials(
  make: () => Promise<Token>,
  date: () => number,
  { secrets, checked, beside }: Pick<Credentials, 'secrets' | 'checked'> & { beside?: Proof['headers'] },
): Credentials {
  const cache = new TokenCache(make, date)
  return {
    prove: async () => ({ token: await cache.token(), headers: beside }),
    discard(token) {
      cache.discard(token)
    },
    get secrets() {
      return [...secrets, ...cache.secrets]
    },
    checked,
  }
}
