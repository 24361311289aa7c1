import type { Event } from './event.js'

/** The clock of a machine is set. */
export const jumpClock: Event = {
  name: 'jump-clock',
  weight: 2,
  draw: (random) => ({
    machine: random.pick(['server', 'inner-server', 'desk-ada', 'desk-bob']),
    by: random.pick([-3_600_000, -60_000, 60_000, 3_600_000, 30 * 3_600_000]),
  }),
  happen(scene, { machine, by }) {
    scene.tell(
      String(machine),
      `its clock is set ${Number(by) > 0 ? 'ahead' : 'back'} by ${Math.abs(Number(by)) / 60_000} minutes`,
    )
    scene.world.machine(String(machine)).clockOffset += Number(by)
  },
}
