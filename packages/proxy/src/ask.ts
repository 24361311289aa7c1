import type { Answer } from '@model-tasks/client/policy'
import type { Service } from './service.js'

/** The service gave no answer. */
export class Unreachable extends Error {}

/** The key of the proxy is not valid, or its account is disabled: nothing that its users can change. */
export class KeyNotAccepted extends Error {}

/** Asks the service once. Throws `Unreachable` where no answer came, `KeyNotAccepted` where it does not take the key. */
export async function ask(service: Service, path: string, init?: RequestInit): Promise<Answer> {
  const answer = await service.ask(path, init).catch((cause: unknown) => {
    throw new Unreachable('no answer', { cause })
  })
  if (isKeyRefused(answer)) throw new KeyNotAccepted('the service does not accept the key')
  return answer
}

/** What the service declares. Throws `Unreachable` where it cannot be asked. */
export async function declaredBy(service: Service): ReturnType<Service['declared']> {
  return service.declared().catch((cause: unknown) => {
    throw new Unreachable('no answer', { cause })
  })
}

/** Whether the service does not take the key, or has disabled its account. Its tasks go on, so that this says nothing about one of them. */
export function isKeyRefused({ status, json }: Pick<Answer, 'status' | 'json'>): boolean {
  const { type } = Object(json) as { type?: unknown }
  return status === 401 || (status === 403 && typeof type === 'string' && type.endsWith(':account-disabled'))
}
