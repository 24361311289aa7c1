import { basename } from 'node:path'
import type { CallOptions, CustomParams } from '@model-tasks/client'
import type { JsonValue } from '@model-tasks/spec'
import type { Connection } from '../connection/open-connection.js'
import type { Session } from '../session.js'
import { printable } from '../terminal/printable.js'
import { megabytes } from '../terminal/progress.js'

/** The form in which a request names an asset. */
export function assetReference(id: string): string {
  return `assetId://${id}`
}

/** The parameters of a request that has been checked, with its local files uploaded or inlined; prints each upload. */
export function sendLocalFiles(
  { terminal, globals }: Session,
  { client, signal }: Connection,
  model: string,
  params: CustomParams,
  call: CallOptions,
): Promise<Record<string, JsonValue>> {
  return client.resolveFiles(model, params, {
    ...call,
    signal,
    validate: 'off',
    onUploaded: ({ name, asset: { id, bytes } }) => {
      const size = typeof bytes === 'number' ? ` (${megabytes(bytes)})` : ''
      if (globals.quiet !== true)
        terminal.err(`${terminal.paint.err.faint('asset')}   ${printable(id)}  ${basename(name)}${size}\n`)
    },
  })
}
