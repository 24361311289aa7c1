export { download, type DownloadOptions } from './download.js'
export { open } from './open.js'
export type { Download, WholeFile } from './transfer.js'
