// Prints how long the sandbox takes for 5 s of 720p with audio: cold (a new child process) and warm.
// Usage: node test/bench/sandbox/run.mjs [rounds]
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const TARGET = 800
const rounds = Number(process.argv[2] ?? 7)
const importBegan = performance.now()
const { createRenderer } = await import('../../../packages/sandbox/dist/index.js')
const importTook = performance.now() - importBegan
const directory = await mkdtemp(join(tmpdir(), 'model-tasks-bench-'))

const requests = {
  'video, 5 s of 720p with audio': {
    model: 'sd_2.0_discount',
    kind: 'video',
    parameters: { prompt: 'A paper boat at dusk', duration: 5, resolution: '720p', seed: 7 },
  },
  'video, 5 s of 720p without audio': {
    model: 'sd_2.0_discount',
    kind: 'video',
    parameters: { prompt: 'A paper boat at dusk', duration: 5, resolution: '720p', seed: 7, generate_audio: false },
  },
  'video, 5 s of 1080p with audio': {
    model: 'sd_2.0_discount',
    kind: 'video',
    parameters: { prompt: 'A paper boat at dusk', duration: 5, resolution: '1080p', seed: 7 },
  },
  'image, 2K': { model: 'beta-5.0', kind: 'image', parameters: { prompt: '一只纸船', seed: 7 } },
  'image, 4K': { model: 'beta-5.0', kind: 'image', parameters: { prompt: '一只纸船', resolution: '4K', seed: 7 } },
}

try {
  console.log(
    `sandbox: ${availableParallelism()} processors, Node ${process.version}, ${rounds} warm rounds; import of the package ${importTook.toFixed(1)} ms`,
  )
  console.log('| file | cold ms | warm median ms | best ms | bytes |')
  console.log('|---|---|---|---|---|')
  for (const [name, request] of Object.entries(requests)) {
    const renderer = createRenderer({ concurrency: 1 })
    const render = async () => {
      const began = performance.now()
      const { path } = await renderer.render({ taskId: 'bench', ...request }, { directory })
      return { took: performance.now() - began, path }
    }
    const cold = await render()
    const warm = []
    for (let round = 0; round < rounds; round++) warm.push((await render()).took)
    await renderer.close()
    warm.sort((one, other) => one - other)
    const median = warm[warm.length >> 1]
    const verdict =
      name === 'video, 5 s of 720p with audio'
        ? median <= TARGET
          ? ` (target ${TARGET}: met)`
          : ` (target ${TARGET}: missed)`
        : ''
    console.log(
      `| ${name} | ${cold.took.toFixed(0)} | ${median.toFixed(0)}${verdict} | ${warm[0].toFixed(0)} | ${(await stat(cold.path)).size} |`,
    )
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
