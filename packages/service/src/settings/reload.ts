import type { Log } from '../base/log.js'
import { reasonOf } from '../base/reason.js'
import type { Reloaded } from './live-settings.js'
import type { Settings } from './settings.js'

/** What a reload works with. */
export interface ReloadParts {
  /** Reads the settings anew. Throws where anything is wrong with them. */
  read: () => Settings
  take: (settings: Settings) => Reloaded
  log: Log
}

/** Reads the settings anew and takes over what a running service can. Where anything is wrong, nothing changes. The log says what became of it. */
export function reload({ read, take, log }: ReloadParts): void {
  let reloaded: Reloaded
  try {
    reloaded = take(read())
  } catch (error) {
    log.error('the settings are wrong; those of before hold on, whole. Correct them and send SIGHUP again', {
      reason: reasonOf(error),
    })
    return
  }
  const { changed, models, restart } = reloaded
  if (changed.length > 0) log.info('settings have changed', { changed, ...(models.length > 0 ? { models } : {}) })
  if (restart.length > 0)
    log.warn('settings have changed that take a restart; until then those of before hold', { restart })
  if (changed.length + restart.length === 0) log.info('the settings are as before', {})
}
