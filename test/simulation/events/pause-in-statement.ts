import type { Event } from './event.js'

/** What a service does with a task, by the statements of its store: what it has learned by them may be outdated when it goes on. */
const statements = [
  'queue.claim',
  'queue.claim',
  'task-run.noteSent',
  'queue.claimAsked',
  'task-run.noteAccepted',
  'task-run.finish',
]

/** A service stands still with the answer of the database to one statement on its way, mostly for longer than its heartbeat lasts. */
export const pauseInStatement: Event = {
  name: 'pause-in-statement',
  weight: 6,
  draw: (random) => ({
    statement: random.pick(statements),
    which: random.below(6),
    for: random.pick([2000, 15_000, 60_000, 200_000]),
  }),
  happen(scene, { statement, which, for: time }) {
    const { name, machine } = scene.serviceOf(which)
    scene.world.postgres?.pause({ machine: machine.name, statement: String(statement), time: Number(time) })
    scene.tell(name, `will stand still for ${Number(time) / 1000} s when it asks for its next ${statement}`)
  },
}
