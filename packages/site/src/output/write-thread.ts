import { parentPort, workerData } from 'node:worker_threads'
import type { SiteFile } from './file.js'
import { folderWriter, type SiteFolder } from './write.js'

const port = parentPort
if (port === null) throw new Error('this module is the code of a thread')
const writer = folderWriter(workerData as SiteFolder)
port.on('message', (message: SiteFile[] | 'prepare' | 'finish') => {
  if (typeof message === 'object') return writer.add(message)
  if (message === 'prepare') return port.postMessage('prepared')
  writer.finish()
  port.close()
})
