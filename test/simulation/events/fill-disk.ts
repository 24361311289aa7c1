import type { Event } from './event.js'

/** A disk is full for a while. The database of the service has a file of its own size and is not met by it. */
export const fillDisk: Event = {
  name: 'fill-disk',
  weight: 2,
  draw: (random) => ({
    machine: random.pick(['server', 'inner-server', 'desk-ada', 'desk-bob']),
    for: random.pick([500, 10_000, 60_000]),
  }),
  happen(scene, { machine, for: time }) {
    scene.tell(String(machine), `its disk is full for ${Number(time) / 1000} s`)
    const full = scene.world.machine(String(machine))
    full.diskFull = true
    scene.world.after(Number(time), undefined, 'room on the disk', () => {
      full.diskFull = false
    })
  },
}
