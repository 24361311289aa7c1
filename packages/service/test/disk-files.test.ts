import { DiskFileStore } from '../src/keep/files/disk.js'
import { concurrentFilesContract, fileStoreContract } from './contracts/file-store.js'
import { temporaryFolder } from './support/folder.js'

fileStoreContract('Disk', () => new DiskFileStore(temporaryFolder()))
concurrentFilesContract('Disk', () => new DiskFileStore(temporaryFolder()))
