import { redact } from '@model-tasks/client/policy'
import { shortened } from '../../base/shortened.js'

const maxWords = 2000

/** Words of an upstream as they are kept and shown: without its keys and tokens, and cut where they are very long. */
export function safeWords(words: string, secrets: readonly string[]): string {
  const safe = redact(
    words.replaceAll('\0', '\u{FFFD}'),
    secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]),
  )
  return shortened(safe, maxWords)
}
