import { copyFileSync, writeFileSync } from 'node:fs'
import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** Someone runs a file of requests; or the one of before once more, under another name, or in another container on the same volume. */
export const runBatch: Event = {
  name: 'run-batch',
  weight: 4,
  draw: (random) => ({
    account: random.pick(names),
    lines: 2 + random.below(4),
    again: random.pick(['new', 'new', 'again', 'renamed', 'elsewhere']),
  }),
  happen(scene, { account, lines, again }) {
    const name = String(account)
    const { world } = scene
    const desk = scene.desk(name)
    const real = (path: string): string => path.replace(/^\/sim/, world.root)
    const last = again === 'new' ? undefined : scene.batches.findLast((one) => one.account === name)
    const path = desk.machine.path(`batch-${scene.batches.length}.jsonl`)
    const file = last === undefined || again === 'renamed' ? path : last.file
    if (last === undefined) {
      const requests = Array.from({ length: Number(lines) }, () => ({
        model: 'beta-5.0',
        prompt: scene.wish(name, false).prompt,
      }))
      writeFileSync(real(file), requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
    } else if (again === 'renamed') {
      copyFileSync(real(last.file), real(file))
    }
    if (file === path) scene.batches.push({ account: name, file })
    const at = last !== undefined && again === 'elsewhere' ? scene.otherDesk(name) : desk
    scene.tell(name, `types batch ${file}${last === undefined ? `, ${lines} lines` : `, ${again}`}`)
    at.type(['batch', file, '--out', desk.machine.path('clips/')], scene.keyOf(name))
  },
}
