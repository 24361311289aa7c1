import type { Exists, FilePath, OpenPart } from './part.js'

export const openPart: OpenPart = () =>
  Promise.reject(Object.assign(new Error('this platform has no disk'), { code: 'ENODISK' }))

export const filePath: FilePath = (path) => Promise.resolve(path)

export const exists: Exists = () => Promise.resolve(false)
