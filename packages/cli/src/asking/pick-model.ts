import type { Model } from '@model-tasks/spec/catalogue'
import type { Session } from '../session.js'
import { fit } from '../terminal/table.js'
import { edited, isEnter, type Keys } from './keys.js'

/** At most this many models are shown at a time. */
const maxShown = 8

/** Asks for one of the models: typing filters them by ID, display name and kind. */
export async function pickModel({ terminal }: Session, keys: Keys, models: readonly Model[]): Promise<Model> {
  const { faint, accent } = terminal.paint.err
  const idWidth = Math.max(...models.map(({ id }) => id.length))
  let [filter, chosen] = ['', 0]
  for (;;) {
    const found = models.filter((model) => matches(model, filter))
    chosen = Math.max(0, Math.min(chosen, found.length - 1))
    const first = Math.max(0, Math.min(chosen - maxShown + 1, found.length - maxShown))
    const key = await keys.next([
      ...found.slice(first, first + maxShown).map((model, index) => {
        const isChosen = first + index === chosen
        const line = fit(`${isChosen ? '>' : ' '} ${model.id.padEnd(idWidth)}  ${model.kind}`, terminal.liveColumns - 1)
        return isChosen ? accent(line) : line
      }),
      faint(`${found.length} of ${models.length}: type to filter, arrows to move, Enter to choose`),
      `model: ${filter}`,
    ])
    const model = found[chosen]
    if (isEnter(key) && model !== undefined) {
      keys.erase()
      return model
    }
    if (key === '\u001b[A' || key === '\u001bOA') chosen--
    else if (key === '\u001b[B' || key === '\u001bOB') chosen++
    else {
      const next = edited(filter, key)
      if (next !== undefined && next !== filter) [filter, chosen] = [next, 0]
    }
  }
}

function matches({ id, displayName, kind }: Model, filter: string): boolean {
  const text = `${id} ${typeof displayName === 'string' ? displayName : ''} ${kind}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
