import { eachGateway } from './each-gateway.js'
import type { Invariant } from './invariant.js'

/** Upstreams that say that they keep idempotency keys, so that what they were asked for can be asked for again. */
const keepKeys = new Set(['keyed', 'inner'])

/** Looks at the tasks that a gateway has given up. */
export const keptKeysAreUsed: Invariant = {
  name: 'kept-keys-are-used',
  promise:
    'a task whose outcome is not known is given up at an upstream that keeps idempotency keys only where its words say why it cannot be asked for again',
  watch: (scene) =>
    eachGateway(scene, ({ database, service }) => ({
      rest() {
        for (const { id, prompt, queue, error } of database.tasks())
          if (queue !== undefined && keepKeys.has(queue) && error?.endsWith('and was not submitted twice') === true)
            return `${id} ("${prompt}") of ${service.name} was given up, and ${queue} keeps keys: ${error}`
        return undefined
      },
    })),
}
