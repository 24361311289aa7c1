export { download, type DownloadOptions } from './download.js'
export { open } from './open.js'
export type { Download } from './transfer.js'
