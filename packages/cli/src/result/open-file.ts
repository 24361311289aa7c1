import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { Problem } from '../failure/problem.js'

/** The program that opens files on this system, and its first arguments. No shell reads them: a URL comes from the service. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
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

/** Opens the URL of a result, as `openFile` does. Throws a Problem for any other than http and https: a URL can start programs. */
export async function openUrl(url: string): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Problem(`only http and https URLs are opened, and the URL of the result is ${url}`, 'notOpened')
  await openFile(url)
}

/** Opens a file with the program that the system has for it, and does not wait for that program. Throws a Problem. */
export async function openFile(target: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [program, ...first] = commandFor(target, platform)
  const { spawn } = await import('node:child_process')
  const child = spawn(program, first, { stdio: 'ignore', detached: true })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => {
      reject(new Problem(`${target} cannot be opened with ${program}: ${error.message}`, 'notOpened'))
    })
  })
  child.unref()
}

/** The command that opens a file or a URL on a platform: the program, then its arguments. */
export function commandFor(target: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  const [program = 'xdg-open', ...first] = openers[platform] ?? []
  // A name that begins with "-" would be read as an option.
  return [program, ...first, target.startsWith('-') ? `./${target}` : target]
}
