import { parentPort, workerData } from 'node:worker_threads'
import type { SiteFile } from './file.js'
import { folderWriter, type SiteFolder } from './write.js'

const port = parentPort
if (port === null) throw new Error('this module is the code of a thread')
const writer = folderWriter(workerData as SiteFolder)
port.on('message', (files: SiteFile[] | 'finish') => {
  if (files !== 'finish') return writer.add(files)
  writer.finish()
  port.close()
})
