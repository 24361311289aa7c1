export { download, type Download, type DownloadOptions } from './download.js'
export { open } from './open.js'
