import { currentProcess } from './world.js'

/**
 * Stands in the place of the service's guarded fetch, whose connections are made below `fetch`: what an upstream or a receiver is
 * asked goes over the network of the world. The guard itself is not simulated.
 */
export function guardedFetch(): typeof fetch {
  return (input, init) => {
    const process = currentProcess()
    if (process === undefined) throw new Error('only a process has a network')
    return process.world.network.fetch(input instanceof Request ? input.url : String(input), init)
  }
}

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export class BlockedHostError extends Error {
  override readonly name = 'BlockedHostError'
}
