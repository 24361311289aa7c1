import type { CreateHasher, Exists, FilePath, HasArrived, OpenFile, OpenPart } from './part.js'

const noDisk = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('this platform has no disk'), { code: 'ENODISK' }))

export const openPart: OpenPart = noDisk

export const openFile: OpenFile = noDisk

export const filePath: FilePath = (path) => Promise.resolve(path)

export const exists: Exists = () => Promise.resolve(false)

export const hasArrived: HasArrived = () => Promise.resolve(false)

export const createHasher: CreateHasher = () => undefined
