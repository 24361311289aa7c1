import type { Answer } from '@model-tasks/client/policy'
import type { Service } from './service.js'

/** The service gave no answer. */
export class Unreachable extends Error {}

/** The key of the proxy is not valid: nothing that its users can change. */
export class KeyNotAccepted extends Error {}

/** Asks the service once. Throws `Unreachable` where no answer came, `KeyNotAccepted` where it does not take the key. */
export async function ask(service: Service, path: string, init?: RequestInit): Promise<Answer> {
  const answer = await service.ask(path, init).catch((cause: unknown) => {
    throw new Unreachable('no answer', { cause })
  })
  if (answer.status === 401) throw new KeyNotAccepted('the service does not accept the key')
  return answer
}

/** What the service declares. Throws `Unreachable` where it cannot be asked. */
export async function declaredBy(service: Service): ReturnType<Service['declared']> {
  return service.declared().catch((cause: unknown) => {
    throw new Unreachable('no answer', { cause })
  })
}
