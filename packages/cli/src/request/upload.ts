import { basename } from 'node:path'
import type { UploadEvent } from '@model-tasks/client'
import type { Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'
import { megabytes } from '../terminal/progress.js'

/** The form in which a request names an asset. */
export function assetReference(id: string): string {
  return `assetId://${id}`
}

/** Prints each file of a request that is uploaded. */
export function printUploads({ terminal, globals }: Session): (upload: UploadEvent) => void {
  return ({ name, asset: { id, bytes } }) => {
    const size = typeof bytes === 'number' ? ` (${megabytes(bytes)})` : ''
    if (globals.quiet !== true)
      terminal.err(`${terminal.paint.err.faint('asset')}   ${printable(id)}  ${basename(name)}${size}\n`)
  }
}
