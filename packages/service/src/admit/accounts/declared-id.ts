import { createHmac } from 'node:crypto'

/** What tells the accounts of this installation from those of others, which may have the same IDs: each has a `local` one. */
export function installationId(secret: Buffer): string {
  return createHmac('sha256', secret).update('installation').digest('hex').slice(0, 12)
}

/** The ID of an account as clients see it: no other account of any service has it, and it never changes. */
export function declaredAccountId(id: string, installation: string): string {
  return `${id}@${installation}`
}
