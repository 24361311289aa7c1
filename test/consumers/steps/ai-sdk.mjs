import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { here } from '../paths.mjs'
import { executeOnNode22 } from '../node-22/index.mjs'
import { withService } from '../service.mjs'
import { install } from '../shell.mjs'

/** The unmodified AI SDK with our provider, on the Node that it wants, in front of the running service. */
export const aiSdk = {
  name: 'AI SDK',
  room: 'packages/ai-sdk',
  run: () =>
    withService(async ({ folder, environment }) => {
      await install(`${here}/ai-sdk`)
      const output = await executeOnNode22(`${here}/ai-sdk/main.mjs`, [folder], { env: environment })
      const { node, videos, parameter } = JSON.parse(output.trim().split('\n').at(-1))
      const image = await readFile(join(folder, 'boat.png'))
      const video = await readFile(join(folder, 'boat.mp4'))
      if (image.subarray(1, 4).toString() !== 'PNG' || video.subarray(4, 8).toString() !== 'ftyp')
        throw new Error('a file is not what its model makes')
      if (videos !== 2 || parameter !== 'duration') throw new Error(`got ${output}`)
      return `an image, two videos and a finding on Node ${node}`
    }),
}
