import type { Event } from './event.js'
import { typeCommand } from './type-command.js'

/**
 * The operator makes a backup; after a while the database is lost, and the backup restored. With `record` the data folder of
 * before is named, as the guide says. Without it nothing is known of what was submitted since: a caller who sends it again buys
 * it again, so that it is not drawn.
 */
export const restoreBackup: Event = {
  name: 'restore-backup',
  weight: 3,
  draw: (random) => ({ after: random.pick([20, 2000, 15_000]), record: true, which: random.below(6) }),
  happen(scene, { after, record, which }) {
    const { world } = scene
    const service = scene.serviceOf(which)
    const { services, facts } = scene.gatewayOf(service)
    // Services that share a database fail over to a standby: an event of its own.
    if (services.length > 1 || !service.isUp || facts.restoring) return
    facts.restoring = true
    const number = facts.backups++
    const backup = service.machine.path(`backup-${number}`)
    scene.tell(
      'operator',
      `makes a backup of ${service.name}; in ${Number(after) / 1000} s the data folder is lost and it is restored`,
    )
    const saving = typeCommand(scene, service, 'backup', [backup])
    saving.onGone(() => {
      if (saving.failure !== undefined) {
        // No one loses a folder of which there is no backup yet.
        facts.restoring = false
        return
      }
      world.after(Number(after), undefined, 'lose the data folder', () => {
        service.process?.end('killed')
        const before = service.settings().dataDirectory
        service.folder = `data-${number}`
        facts.rewinds += 1
        scene.tell(service.name, 'its machine is lost; the backup is restored')
        const restore = (): void => {
          const restoring = typeCommand(scene, service, 'restore', [backup, ...(record === true ? [before] : [])])
          restoring.onGone(() => {
            if (restoring.failure !== undefined) {
              // The disk may be full.
              world.after(1000, undefined, 'restore again', restore)
              return
            }
            facts.restoring = false
            if (!service.isUp) service.start()
          })
        }
        restore()
      })
    })
  },
}
