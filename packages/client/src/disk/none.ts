import type { OpenPart } from './part.js'

export const openPart: OpenPart = () => Promise.reject(new Error('there is no disk here to download to; handle.open() gives the result as a stream'))
