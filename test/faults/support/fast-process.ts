import { fileURLToPath } from 'node:url'
import { inOneFile } from '../../programs.js'
import { startProcess, type ServiceProcess } from '../../e2e/support/service-process.js'

const script = fileURLToPath(new URL('fast-service.mjs', import.meta.url))
/** The same for every process of a test, which compare times through their database. */
const epoch = Date.now()
/** The service's seconds in one of ours: leases of 15 s and polls every 5 to 10 s are waited for in less time. */
const speed = 2.5
/** How long a process counts as alive after a heartbeat, in milliseconds of the database. For itself that is 2 s of ours. */
export const lifetime = 5000

/** Starts the service, or another build of it, in a process of its own whose time runs faster. */
export async function startFast(
  data: string,
  environment: Record<string, string> = {},
  build?: string,
): Promise<ServiceProcess> {
  return startProcess(
    data,
    { ...environment, SPEED: String(speed), EPOCH: String(epoch), LIFETIME: String(lifetime) },
    build ?? (await inOneFile(script)),
  )
}
