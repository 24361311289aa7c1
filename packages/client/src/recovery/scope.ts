import type { Call, Context } from '../call/context.js'
import { sha256 } from '../journal/digest.js'
import type { IntentEntry } from '../journal/journal.js'

/** For whom a submit was made. What it proves holds there and nowhere else. */
export type IntentScope = Pick<IntentEntry, 'service' | 'account' | 'credential'>

/**
 * How the scope of an intent relates to the service, account and key of a client: `other` is proven to be another account;
 * `unknown`, nothing shows that it is the same one.
 */
export type Relation = 'same' | 'other' | 'unknown'

/** The scope of a submit that is made now. A key that cannot be provided now is left out: the submit itself will say why. */
export async function scopeNow(context: Context, call: Call): Promise<IntentScope> {
  const key = await currentKey(context, call).catch(() => undefined)
  const salt = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return {
    service: context.baseUrl,
    ...(context.declared?.account !== undefined && { account: context.declared.account }),
    ...(key !== undefined && { credential: `${salt}:${await sha256(salt + key)}` }),
  }
}

/** How a scope relates to this client. An account that the service declared for the key of this client is in `context.declared`. */
export async function relate(context: Context, call: Call, intent: IntentScope): Promise<Relation> {
  const account = context.declared?.account
  // The IDs of accounts are unique, regardless of the address of their service.
  if (account !== undefined && intent.account !== undefined) return account === intent.account ? 'same' : 'other'
  if (intent.service !== context.baseUrl || intent.credential === undefined) return 'unknown'
  const keys = new Set([...context.secrets, await currentKey(context, call)])
  for (const credential of intent.credential.split(' ')) {
    const [salt = '', digest] = credential.split(':')
    for (const key of keys) if ((await sha256(salt + key)) === digest) return 'same'
  }
  return 'unknown'
}

/**
 * The scope of an intent that is sent again: its own, with what is known of the account now. A key that its user has confirmed to be
 * of the same account counts from now on, beside the one it was made with; nothing has declared which account that is.
 */
export function widened(intent: IntentScope, now: IntentScope, relation: Relation): IntentScope {
  if (relation === 'same') return { ...now, ...intent }
  const { service = now.service, account } = intent
  const credential = [intent.credential, now.credential].filter(Boolean).join(' ')
  return {
    ...(service !== undefined && { service }),
    ...(account !== undefined && { account }),
    ...(credential && { credential }),
  }
}

async function currentKey(context: Context, { scope }: Call): Promise<string> {
  const { key } = context.transport.loaded ?? (await scope.run(context.transport.load))
  return typeof key === 'string' ? key : scope.run(key)
}
