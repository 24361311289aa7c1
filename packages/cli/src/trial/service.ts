import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../failure/problem.js'

/** The package that has the service. It is not among the dependencies: who has a service elsewhere does without its megabytes. */
const servicePackage: string = '@model-tasks/service'

/** What renders, without which the service is a gateway. */
const sandboxPackage: string = '@model-tasks/sandbox'

/** What a sandbox is made of. */
export const trialPackages = [servicePackage, sandboxPackage]

/** A sandbox of this process, with an account without limits. */
export interface Sandbox {
  /** Where it keeps its data, and the credentials by which a command finds it. */
  folder: string
  baseUrl: string
  close(): Promise<void>
}

/** The part of the service that is used here. */
interface ServiceModule {
  startService(settings: { port: number; dataDirectory: string }): Promise<{
    baseUrl: string
    close(): Promise<void>
  }>
}

/** Starts a sandbox on a free port of this machine, in a temporary folder that goes with it; undefined where the service is not installed. */
export async function startSandbox(): Promise<Sandbox | undefined> {
  const service = await load(servicePackage)
  if (service === undefined || (await load(sandboxPackage)) === undefined) return undefined
  if (!isServiceModule(service)) throw new Error(`${servicePackage} has no startService`)
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-try-')).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Problem(`the sandbox has no place for its data: ${reason}; name another folder in TMPDIR`, 'usage')
  })
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  try {
    const running = await service.startService({ port: 0, dataDirectory: folder })
    return {
      folder,
      baseUrl: running.baseUrl,
      async close() {
        await running.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A package beside this program; undefined where it is not installed. */
async function load(name: string): Promise<unknown> {
  return import(name).catch((error: unknown) => {
    // Something else that it imports is missing where it is installed wrongly: that is said as it is.
    if (error instanceof Error && 'code' in error && error.message.includes(`'${name}'`)) return undefined
    throw error
  })
}

function isServiceModule(module: unknown): module is ServiceModule {
  return typeof module === 'object' && module !== null && 'startService' in module
}
