import { openAsBlob } from 'node:fs'

/** Opens a file of this machine. Rejects when it cannot be read. */
export const openLocalFile = (path: string): Promise<Blob> => openAsBlob(path)
