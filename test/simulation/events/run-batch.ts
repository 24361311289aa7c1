import { writeFileSync } from 'node:fs'
import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** Someone runs a file of requests, or the one of before once more. */
export const runBatch: Event = {
  name: 'run-batch',
  weight: 4,
  draw: (random) => ({ account: random.pick(names), lines: 2 + random.below(4), again: random.chance(0.5) }),
  happen(scene, { account, lines, again }) {
    const name = String(account)
    const { world } = scene
    const desk = scene.desk(name)
    const last = again === true ? scene.batches.findLast((one) => one.account === name) : undefined
    const batch = last ?? { account: name, file: desk.machine.path(`batch-${scene.batches.length}.jsonl`) }
    if (last === undefined) {
      const requests = Array.from({ length: Number(lines) }, () => ({
        model: 'beta-5.0',
        prompt: scene.wish(name, false).prompt,
      }))
      const real = batch.file.replace(/^\/sim/, world.root)
      writeFileSync(real, requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
      scene.batches.push(batch)
    }
    scene.tell(name, `types batch ${batch.file}${last === undefined ? `, ${lines} lines` : ', once more'}`)
    desk.type(['batch', batch.file, '--out', desk.machine.path('clips/')], scene.keyOf(name))
  },
}
