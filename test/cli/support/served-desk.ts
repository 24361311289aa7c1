import { join } from 'node:path'
import { startService, type RunningService } from '@model-tasks/service'
import { atEndOfFile } from '../../end-of-file.js'
import { openDesk, type Desk } from './cli.js'
import { quickProvider } from './quick-provider.js'

/**
 * Makes a desk and starts a service for all tests of a file; both are gone at its end. The commands find the service as a
 * newcomer's do: by the credentials it leaves in the folder `data` beside them.
 */
export async function servedDesk(): Promise<{ desk: Desk; service: RunningService }> {
  const desk = await openDesk()
  const service = await startService(
    { port: 0, dataDirectory: join(desk.folder, 'data') },
    { provider: quickProvider() },
  )
  atEndOfFile(async () => {
    await service.close()
    await desk.close()
  })
  return { desk, service }
}
