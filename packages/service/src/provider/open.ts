import type { Settings } from '../settings/settings.js'
import { SettingsError } from '../settings/settings-error.js'
import type { Provider } from './provider.js'
import { sandboxProvider } from './sandbox.js'

/** Loads the provider the settings choose, and no other. Throws `SettingsError` when it is not installed. */
export async function openProvider(settings: Settings): Promise<Provider> {
  if (settings.provider === 'relay') throw new SettingsError('MODEL_TASKS_PROVIDER: relay is not part of this version; use sandbox')
  return sandboxProvider(await loadSandbox())
}

async function loadSandbox(): Promise<typeof import('@model-tasks/sandbox')> {
  try {
    return await import('@model-tasks/sandbox')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(`MODEL_TASKS_PROVIDER: the sandbox is not installed (${reason}); install @model-tasks/sandbox, or use relay`)
  }
}
