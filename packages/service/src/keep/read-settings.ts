import { settingsFrom } from '../settings/environment.js'
import type { Settings } from '../settings/settings.js'
import { filePlaceKinds } from './files/place.js'

/**
 * Reads the settings of a service from environment variables. An empty variable counts as absent. Throws `SettingsError`, whose
 * message names the variable, what it holds and what is allowed.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  return settingsFrom(environment, filePlaceKinds)
}
