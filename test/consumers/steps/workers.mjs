import { executeOnNode22 } from '../node-22/index.mjs'
import { here } from '../paths.mjs'
import { withService } from '../service.mjs'
import { install } from '../shell.mjs'

const folder = `${here}/workers`

/** The proxy of browsers in the runtime of edge workers, from a page's client to a file. */
export const workers = {
  name: 'workers',
  room: 'packages/proxy',
  async run() {
    await install(folder)
    const output = await withService(({ environment }) =>
      executeOnNode22('main.mjs', [], { cwd: folder, env: environment }),
    )
    return output.trim().split('\n').at(-1)
  },
}
