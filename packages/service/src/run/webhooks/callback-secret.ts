import { createHmac } from 'node:crypto'

/** What callbacks of an account are signed with: its own, so that no account can forge what another one receives. */
export function callbackSecret(secret: Buffer, account: string): Buffer {
  return createHmac('sha256', secret).update(`callback:${account}`).digest()
}
