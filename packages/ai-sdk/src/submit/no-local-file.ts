import type { openLocalFile as inNode } from './local-file.js'

/** Where there is no disk, as in workers and edge functions. */
export const openLocalFile: typeof inNode = () => Promise.reject(new Error('this platform has no disk'))
