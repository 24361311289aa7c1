// From a call to a file, with the unmodified `ai` on the Node that it wants. Usage: node main.mjs <folder>, with MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { modelTasks } from '@model-tasks/ai-sdk'
import { APICallError, experimental_generateVideo as generateVideo, generateImage } from 'ai'

const [, , folder] = process.argv
const model = modelTasks.video('sd_2.0_discount')
const poll = { intervalMs: 100 }

const { image } = await generateImage({ model: modelTasks.image('beta-5.0'), prompt: 'A paper boat at dusk' })
await writeFile(join(folder, 'boat.png'), image.uint8Array)
const { videos } = await generateVideo({
  model,
  prompt: { text: 'A paper boat at dusk', image: image.uint8Array },
  duration: 4,
  resolution: '854x480',
  n: 2,
  poll,
})
await writeFile(join(folder, 'boat.mp4'), videos[0].uint8Array)

const error = await generateVideo({ model, prompt: 'A paper boat', duration: 99, poll }).catch((reason) => reason)
if (!APICallError.isInstance(error)) throw error
const [{ parameter }] = error.data.findings
console.log(JSON.stringify({ node: process.version, videos: videos.length, parameter }))
process.exit(0)
