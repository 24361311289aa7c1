import { executeOnNode22 } from '../node-22/index.mjs'
import { generated, here } from '../paths.mjs'
import { withService } from '../service.mjs'
import { install } from '../shell.mjs'
import { documents } from '../unchanged.mjs'

/** Several of the packages in it need Node 22. */
const folder = `${here}/upstreams`

/** What the mappings send is what the vendors' own packages send, for every valid request, and what they read is in the vendors' types. */
export const upstreamRequests = {
  name: 'upstream requests',
  reads: () => [...documents, `${generated}/upstreams`, `${here}/steps/upstreams.mjs`, folder],
  async run() {
    await install(folder)
    await executeOnNode22('types.mjs', [], { cwd: folder })
    await executeOnNode22('signatures.mjs', [], { cwd: folder })
    const output = await executeOnNode22('prove.mjs', [], { cwd: folder })
    return output.trim().split('\n').at(-1)
  },
}

/** The vendors' own clients complete tasks at the fakes and at the native APIs, and verify the webhooks of the fakes. */
export const upstreamClients = {
  name: 'upstream clients',
  async run() {
    await install(folder)
    const output = await withService(({ environment }) =>
      executeOnNode22('complete.mjs', [], { cwd: folder, env: environment }),
    )
    await executeOnNode22('webhooks.mjs', [], { cwd: folder })
    return `${output.trim().split('\n').length} tasks completed by unmodified clients, and a webhook verified`
  },
}
