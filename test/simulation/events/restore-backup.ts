import { runCommand } from '../../../packages/service/src/commands/administration/run.js'
import type { Event } from './event.js'

/**
 * The operator makes a backup; after a while the database is lost, and the backup restored. With `record` the data folder of
 * before is named, as the guide says. Without it nothing is known of what was submitted since: a caller who sends it again buys
 * it again, so that it is not drawn.
 */
export const restoreBackup: Event = {
  name: 'restore-backup',
  weight: 3,
  draw: (random) => ({ after: random.pick([20, 2000, 15_000]), record: true }),
  happen(scene, { after, record }) {
    const { service, services, world } = scene
    // Services that share a database fail over to a standby: an event of its own.
    if (services.length > 1 || !service.isUp || scene.facts.restoring) return
    scene.facts.restoring = true
    const number = scene.facts.backups++
    const backup = service.machine.path(`backup-${number}`)
    scene.tell('operator', `makes a backup; in ${Number(after) / 1000} s the data folder is lost and it is restored`)
    const command = (words: string[]) =>
      world.start(`model-tasks-service ${words[0]}`, service.machine, () =>
        runCommand(words, service.settings(), (line) => {
          scene.tell('operator', `${words[0]}: ${line}`)
        }),
      )
    command(['backup', backup]).onGone(() => {
      world.after(Number(after), undefined, 'lose the data folder', () => {
        service.process?.end('killed')
        const before = service.settings().dataDirectory
        service.folder = `data-${number}`
        scene.facts.rewinds += 1
        scene.tell('service', 'its machine is lost; the backup is restored')
        const restoring = command(['restore', backup, ...(record === true ? [before] : [])])
        restoring.onGone(() => {
          scene.facts.restoring = false
          if (restoring.failure !== undefined)
            scene.tell(
              'operator',
              `restore failed: ${restoring.failure instanceof Error ? restoring.failure.message : typeof restoring.failure}`,
            )
          if (!service.isUp) service.start()
        })
      })
    })
  },
}
