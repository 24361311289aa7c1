import type { FilePath, OpenPart } from './part.js'

export const openPart: OpenPart = () =>
  Promise.reject(new Error('there is no disk here to download to; handle.open() gives the result as a stream'))

export const filePath: FilePath = (path) => Promise.resolve(path)
