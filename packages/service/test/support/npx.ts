import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './folder.js'

/** A folder with an `npx` that runs the executables of this checkout. */
export function folderWithNpx(): string {
  const bin = temporaryFolder()
  const packages = fileURLToPath(new URL('../../../', import.meta.url))
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\nprogram=$1; shift\ncase $program in model-tasks) package=cli;; *) package=service;; esac\nexec "${process.execPath}" "${packages}$package/bin/$program.js" "$@"\n`,
  )
  chmodSync(join(bin, 'npx'), 0o755)
  return bin
}
