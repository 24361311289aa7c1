import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** Someone types `resume`: with the key of the account, with that of another account, or with one that the service does not accept. */
export const resumeAtTerminal: Event = {
  name: 'resume-at-terminal',
  weight: 6,
  draw: (random) => ({
    account: random.pick(names),
    key: random.pick(['current', 'current', 'current', 'mistyped', 'first', 'other']),
  }),
  happen(scene, { account, key }) {
    const name = String(account)
    const other = names.find((one) => one !== name) ?? name
    const current = scene.keyOf(name)
    const keys = {
      current,
      mistyped: `${current.slice(0, -1)}x`,
      first: scene.front.operator.account(name).keys[0]?.key ?? current,
      other: scene.keyOf(other),
    }
    scene.tell(name, `types resume, with ${key === 'other' ? `the key of ${other}` : `the ${key} key of ${name}`}`)
    scene.desk(name).type(['resume'], keys[key as keyof typeof keys])
  },
}
