import type { RequestBody } from '../../src/samples/request.js'
import type { hideCost, showCost } from '../cost.js'
import { loadScript } from '../load-script.js'
import type { ConnectionForm } from './connection.js'

interface CostModule {
  showCost: typeof showCost
  hideCost: typeof hideCost
}

const isCost = (module: unknown): module is CostModule =>
  typeof module === 'object' && module !== null && 'showCost' in module

/** Keeps the line that says what the request costs. It is empty until a key is set, for a host to which nothing was sent before, and while the request has an error. */
export const costLine = (form: HTMLFormElement, connection: ConnectionForm): ((body?: RequestBody) => void) => {
  const line = form.querySelector<HTMLElement>('[data-cost]')
  let current: RequestBody | undefined
  let loaded: Promise<unknown> | undefined
  const refresh = (): void => {
    const to = connection.known()
    if (line === null || (to === undefined && loaded === undefined)) return
    loaded ??= loadScript(form.dataset.costScript ?? '').catch(() => {
      // It may be there the next time.
      loaded = undefined
    })
    void loaded.then((module) => {
      if (!isCost(module)) return
      if (to === undefined || current === undefined) module.hideCost(line)
      else void module.showCost(line, to, current)
    })
  }
  connection.onChange(refresh)
  return (body) => {
    current = body
    refresh()
  }
}
