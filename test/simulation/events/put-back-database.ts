import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Event } from './event.js'

/** The file, and what SQLite keeps beside it. */
const files = ['tasks.db', 'tasks.db-wal', 'tasks.db-shm']

/**
 * Someone copies the database of a service that is killed, lets it go on, and puts the copy back after a while, as a tool for
 * snapshots does. No command of ours is typed: the next start has to notice by itself.
 */
export const putBackDatabase: Event = {
  name: 'put-back-database',
  weight: 2,
  draw: (random) => ({ after: random.pick([200, 2000, 15_000, 90_000]), which: random.below(6) }),
  happen(scene, { after, which }) {
    const { world } = scene
    const service = scene.serviceOf(which)
    const { services, facts } = scene.gatewayOf(service)
    if (services.length > 1 || !service.isUp || facts.restoring) return
    facts.restoring = true
    const folder = join(world.root, service.machine.name, service.folder)
    const copy = join(world.root, `copy-${facts.backups++}`)
    service.process?.end('killed')
    for (const name of files) if (existsSync(join(folder, name))) cpSync(join(folder, name), join(copy, name))
    scene.tell(
      service.name,
      `is killed, its database copied, and started again; in ${Number(after) / 1000} s the copy is put back`,
    )
    service.start()
    world.after(Number(after), undefined, 'put the database back', () => {
      service.process?.end('killed')
      for (const name of files) rmSync(join(folder, name), { force: true })
      cpSync(copy, folder, { recursive: true })
      facts.rewinds += 1
      facts.restoring = false
      scene.tell(service.name, 'is killed; the copy is put back, and it is started again')
      service.start()
    })
  },
}
