import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { choice } from '../definition/options.js'
import { Problem } from '../failure/problem.js'
import { mediaKindOf } from '../models/media-kind.js'
import { assetReference } from '../request/upload.js'
import { uploadFile } from '../request/upload-file.js'
import { printJson } from '../session.js'

/** Put files into the asset library. */
export const assetsUpload = defineCommand({
  name: 'assets upload',
  group: 'Media',
  summary: 'put files into the asset library of the service (an extension)',
  description:
    'Uploads files into the asset library of the account, waits until each is reviewed, and prints the reference that a request names it by. An extension of the interface: not every service offers it.',
  arguments: [{ name: 'file', description: 'files on this machine', many: true, values: 'file' }],
  options: {
    kind: choice('kind', ['image', 'video', 'audio'], 'what the files are, where the extension does not say'),
  },
  examples: [{ command: 'assets upload cat.jpg', does: 'print assetId://… for use as first_image=assetId://…' }],
  online: true,
  async run(session, { args, options }) {
    const connection = await openConnection(session)
    const { terminal, globals } = session
    for (const path of args) {
      const asset = await uploadFile(connection, path, options.kind ?? mediaKindOf(path)).catch((error: unknown) => {
        const unreadable = error instanceof Error && 'syscall' in error
        throw unreadable ? new Problem(`cannot read ${path}: ${error.message}`, 'usage') : error
      })
      if (globals.json === true) printJson(session, { ...asset, file: path })
      else terminal.out(`${assetReference(asset.id)}\n`)
    }
  },
})
