import { fileURLToPath } from 'node:url'
import { startProcess, type ServiceProcess } from '../../e2e/support/service-process.js'

const script = fileURLToPath(new URL('fast-service.mjs', import.meta.url))
/** The same for every process of a test, which compare times through their database. */
const epoch = Date.now()
/** The service's seconds in one of ours: leases of 15 s and polls every 5 s are waited for in no time. */
const speed = 5

/** Starts the service in a process of its own whose time runs faster. */
export function startFast(data: string, environment: Record<string, string> = {}): Promise<ServiceProcess> {
  return startProcess(data, { ...environment, SPEED: String(speed), EPOCH: String(epoch), LIFETIME: '3000' }, script)
}
