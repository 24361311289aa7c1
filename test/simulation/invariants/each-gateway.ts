import type { Gateway } from '../actors/gateway.js'
import type { Scene } from '../scene.js'
import type { Watch } from './invariant.js'

/** Watches each gateway of a world by itself. */
export function eachGateway({ gateways }: Scene, watch: (gateway: Gateway) => Watch): Watch {
  const watches = gateways.map(watch)
  const first = (kind: keyof Watch) => () => {
    for (const one of watches) {
      const what = one[kind]?.()
      if (what !== undefined) return what
    }
    return undefined
  }
  return { step: first('step'), committed: first('committed'), rest: first('rest') }
}
