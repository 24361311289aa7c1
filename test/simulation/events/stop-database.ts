import type { Event } from './event.js'

/** The database ends all connections, and takes none for a while. What was committed is there afterwards. */
export const stopDatabase: Event = {
  name: 'stop-database',
  weight: 3,
  draw: (random) => ({ for: random.pick([0, 500, 10_000, 40_000]) }),
  happen(scene, { for: time }) {
    scene.tell('database', `ends all connections, and takes none for ${Number(time) / 1000} s`)
    scene.world.after(0, undefined, 'the database stops', async () => {
      // After a jump of the time it may come in the moment in which everything is put right, and services start once.
      if (!scene.healed) await scene.world.postgres?.fail(Number(time))
    })
  },
}
