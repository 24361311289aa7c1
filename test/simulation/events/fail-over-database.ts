import type { Event } from './event.js'
import { typeCommand } from './type-command.js'

/**
 * The standby of the database falls behind; after a while the database is lost and the standby promoted. The operator does as the
 * guide says: stops the services, types `restored hold`, starts them.
 */
export const failOverDatabase: Event = {
  name: 'fail-over-database',
  weight: 2,
  draw: (random) => ({ behind: random.pick([20, 2000, 15_000]) }),
  happen(scene, { behind }) {
    const { world, front, tell } = scene
    const { services, facts } = front
    const { postgres } = world
    if (postgres === undefined || facts.restoring) return
    facts.restoring = true
    facts.backups += 1
    tell(
      'database',
      `its standby gets nothing any more; in ${Number(behind) / 1000} s it takes the place of the server`,
    )
    world.after(0, undefined, 'the standby has this', () => postgres.copyToStandby())
    world.after(Number(behind), undefined, 'fail over', async () => {
      for (const one of services) one.process?.end('killed')
      await postgres.promoteStandby()
      facts.rewinds += 1
      const hold = (): void => {
        tell('operator', 'the standby is promoted; types restored hold')
        const holding = typeCommand(scene, front.service, 'restored hold')
        holding.onGone(() => {
          if (holding.failure !== undefined) {
            world.after(1000, undefined, 'hold again', hold)
            return
          }
          facts.restoring = false
          for (const one of services) front.startLater(one, 0)
        })
      }
      hold()
    })
  },
}
