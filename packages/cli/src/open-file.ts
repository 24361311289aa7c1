import { spawn } from 'node:child_process'
import { Problem } from './problem.js'

/** Opens a file or an address with the program the system keeps for it, and does not wait for that program. */
export async function openFile(target: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [program, ...first] = openers[platform] ?? ['xdg-open']
  const child = spawn(String(program), [...first, target], { stdio: 'ignore', detached: true })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', () => {
      reject(new Problem(`cannot open ${target}: there is no ${String(program)} here`, 'usage'))
    })
  })
  child.unref()
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}
