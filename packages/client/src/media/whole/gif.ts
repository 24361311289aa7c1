import type { FileBytes, Format } from './format.js'

const missing = { fault: 'it ends before its trailer' }

/** GIF: blocks up to a trailer. */
export const gif: Format = {
  typeOf: (head) => (/^GIF8[79]a/.test(head.toString('latin1', 0, 6)) ? 'image/gif' : undefined),
  async judge(file) {
    const screen = await file.read(0, 13)
    if (screen.length < 13) return missing
    for (let at = 13 + tableOf(screen[10] ?? 0); ;) {
      const head = await file.read(at, 10)
      const [kind] = head
      if (kind === undefined) return missing
      if (kind === 0x3b) return 'whole'
      if (kind === 0x21) at += 2
      else if (kind === 0x2c && head.length === 10) at += 11 + tableOf(head[9] ?? 0)
      else return kind === 0x2c ? missing : 'open'
      const end = await endOfBlocks(file, at)
      if (end === undefined) return missing
      at = end
    }
  },
}

/** How long the colour table is that flags announce. */
function tableOf(flags: number): number {
  return flags >= 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

async function endOfBlocks(file: FileBytes, from: number): Promise<number | undefined> {
  for (let at = from; ;) {
    const [length] = await file.read(at, 1)
    if (length === undefined) return undefined
    at += 1 + length
    if (length === 0) return at
  }
}
