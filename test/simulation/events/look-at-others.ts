import { names } from '../actors/operator.js'
import { serviceHost } from '../actors/service.js'
import type { Event } from './event.js'

/** An account asks for the latest task of another one, and for what of it can be changed. */
export const lookAtOthers: Event = {
  name: 'look-at-others',
  weight: 1,
  draw: (random) => ({ account: random.pick(names), method: random.pick(['GET', 'POST']) }),
  happen(scene, { account, method }) {
    const name = String(account)
    const own = scene.front.operator.account(name).id
    const task = scene.front.database.tasks().findLast((one) => one.account !== own)
    if (task === undefined) return
    scene.tell(name, `${method === 'GET' ? 'asks for' : 'cancels'} ${task.id}, which is not of ${name}`)
    const key = scene.keyOf(name)
    scene.world.start('curl', scene.desk(name).machine, async () => {
      const url = `http://${serviceHost}/api/v2/model-center/tasks/${task.id}${method === 'GET' ? '' : '/cancel'}`
      const { status } = await fetch(url, { method: String(method), headers: { authorization: `Bearer ${key}` } })
      scene.looks.push({ account: name, task: task.id, status })
    })
  },
}
