import { parentPort, workerData } from 'node:worker_threads'
import type { SiteFile } from './file.js'
import { folderWriter, type SiteFolder } from './write.js'

const writer = folderWriter(workerData as SiteFolder)
parentPort?.on('message', (files: SiteFile[] | 'finish') => {
  if (files !== 'finish') return writer.add(files)
  writer.finish()
  parentPort?.close()
})
