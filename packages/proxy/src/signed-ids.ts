/** What an ID names. */
export type IdKind = 'task' | 'asset'

/** IDs as users see them: each is signed for one user, and is unknown to all others. */
export class SignedIds {
  readonly #keys: Promise<readonly CryptoKey[]>

  /** Throws TypeError where a secret is too short to keep what it signs apart. */
  constructor(secret: string | readonly string[]) {
    const secrets = typeof secret === 'string' ? [secret] : secret
    if (secrets.length === 0 || secrets.some((each) => each.length < 32))
      throw new TypeError('secret must have at least 32 characters; make one with `openssl rand -base64 32`')
    this.#keys = Promise.all(
      secrets.map((each) =>
        crypto.subtle.importKey('raw', bytesOf(each), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']),
      ),
    )
  }

  /** The ID of a task or an asset for its user. */
  async sign(kind: IdKind, user: string, id: string): Promise<string> {
    const [key] = await this.#keys
    return `${id}.${await digestOf(key, [kind, user, id])}`
  }

  /** The ID behind one that was signed for this user; undefined for any other. */
  async open(kind: IdKind, user: string, signed: string): Promise<string | undefined> {
    const at = signed.lastIndexOf('.')
    const signature = at < 1 ? undefined : fromBase64url(signed.slice(at + 1))
    if (signature === undefined) return undefined
    const id = signed.slice(0, at)
    // `verify` compares in constant time.
    for (const key of await this.#keys)
      if (await crypto.subtle.verify('HMAC', key, signature, messageOf([kind, user, id]))) return id
    return undefined
  }

  /**
   * A digest that only this proxy can make. By the last secret of a list, so that it stays the same while the secret is
   * changed: a repeat under another key would buy a second task.
   */
  async digest(parts: readonly string[]): Promise<string> {
    return digestOf((await this.#keys).at(-1), parts)
  }
}

async function digestOf(key: CryptoKey | undefined, parts: readonly string[]): Promise<string> {
  if (key === undefined) throw new TypeError('secret must not be an empty list')
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, messageOf(parts)))
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

function messageOf(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  return bytesOf(JSON.stringify(parts))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]{43}$/.test(text)) return undefined
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0))
}
