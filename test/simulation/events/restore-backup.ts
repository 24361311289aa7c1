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
  draw: (random) => ({ after: random.pick([20, 2000, 15_000]), record: true }),
  happen(scene, { after, record }) {
    const { service, services, world } = scene
    // Services that share a database fail over to a standby: an event of its own.
    if (services.length > 1 || !service.isUp || scene.facts.restoring) return
    scene.facts.restoring = true
    const number = scene.facts.backups++
    const backup = service.machine.path(`backup-${number}`)
    scene.tell('operator', `makes a backup; in ${Number(after) / 1000} s the data folder is lost and it is restored`)
    typeCommand(scene, 'backup', [backup]).onGone(() => {
      world.after(Number(after), undefined, 'lose the data folder', () => {
        service.process?.end('killed')
        const before = service.settings().dataDirectory
        service.folder = `data-${number}`
        scene.facts.rewinds += 1
        scene.tell('service', 'its machine is lost; the backup is restored')
        typeCommand(scene, 'restore', [backup, ...(record === true ? [before] : [])]).onGone(() => {
          scene.facts.restoring = false
          if (!service.isUp) service.start()
        })
      })
    })
  },
}
