import type { OpenPart } from './part.js'

export const openPart: OpenPart = async () => {
  throw new Error('there is no disk here to download to; handle.open() gives the result as a stream')
}
