import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { Problem } from '../failure/problem.js'

/** The program that opens files on this system, and its first arguments. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Throws a Problem where the system has no program that opens files, so that `--open` fails before anything is paid for. */
export async function requireOpener(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (openers[platform] !== undefined) return
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const folder of folders) {
    const there = await access(join(folder, 'xdg-open')).then(
      () => true,
      () => false,
    )
    if (there) return
  }
  throw new Problem('--open requires the program xdg-open, which is not on the PATH', 'usage')
}

/** Opens a file or a URL with the program the system has for it, and does not wait for that program. Throws a Problem. */
export async function openFile(target: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [program = 'xdg-open', ...first] = openers[platform] ?? ['xdg-open']
  const { spawn } = await import('node:child_process')
  const child = spawn(program, [...first, target], { stdio: 'ignore', detached: true })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => {
      reject(new Problem(`${target} cannot be opened with ${program}: ${error.message}`, 'notOpened'))
    })
  })
  child.unref()
}
