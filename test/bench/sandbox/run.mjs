// Prints how long the sandbox takes for a file, cold (a new child process) and warm, beside ffmpeg with its fastest preset,
// which encodes its own test picture of the same size and length, with a tone where there is sound. They take turns.
// Usage: node test/bench/sandbox/run.mjs [rounds] [files, such as "image, 2K"]   (built first: npm run build)
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Milliseconds, warm. */
const goals = { 'video, 5 s of 720p with audio': 800, 'image, 4K': 2000 }
const [count = '7', ...chosen] = process.argv.slice(2)
const rounds = Number(count)
const importBegan = performance.now()
const { createRenderer } = await import('../../../packages/sandbox/dist/index.js')
const importTook = performance.now() - importBegan
const directory = await mkdtemp(join(tmpdir(), 'model-tasks-bench-'))

const boat = { prompt: 'A paper boat at dusk', duration: 5, seed: 7 }
const video = (parameters) => ({ model: 'sd_2.0_discount', kind: 'video', parameters: { ...boat, ...parameters } })
const image = (parameters) => ({
  model: 'beta-5.0',
  kind: 'image',
  parameters: { prompt: '一只纸船', seed: 7, ...parameters },
})
const files = [
  { name: 'video, 5 s of 720p with audio', request: video({ resolution: '720p' }), peer: ['1280x720', true] },
  {
    name: 'video, 5 s of 720p without audio',
    request: video({ resolution: '720p', generate_audio: false }),
    peer: ['1280x720', false],
  },
  { name: 'video, 5 s of 1080p with audio', request: video({ resolution: '1080p' }), peer: ['1920x1080', true] },
  { name: 'image, 2K', request: image({}) },
  { name: 'image, 4K', request: image({ resolution: '4K' }) },
]

/** Encodes 5 s of ffmpeg's own test picture; undefined where the platform has no ffmpeg among the packages. */
function ffmpeg() {
  try {
    const { path, version } = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg')
    const encode = ([size, sound]) =>
      promisify(execFile)(path, [
        ...['-hide_banner', '-loglevel', 'error', '-y'],
        ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24:duration=5`],
        ...(sound ? ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', '-c:a', 'aac'] : []),
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', join(directory, 'peer.mp4')],
      ])
    return { version, encode }
  } catch (error) {
    console.log(`ffmpeg is left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return undefined
  }
}

async function timed(work) {
  const began = performance.now()
  const result = await work()
  return { took: performance.now() - began, result }
}

const median = (times) => times.toSorted((one, other) => one - other)[times.length >> 1]

try {
  const peer = ffmpeg()
  console.log(
    `sandbox: ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}, Node ${process.version}, ${rounds} warm rounds; import of the package ${importTook.toFixed(1)} ms; ffmpeg ${peer?.version ?? 'none'}`,
  )
  console.log('| file | cold ms | warm median ms | best ms | bytes | ffmpeg ultrafast, median ms |')
  console.log('|---|---|---|---|---|---|')
  for (const { name, request, peer: words } of files) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const renderer = createRenderer({ concurrency: 1 })
    const render = () => timed(() => renderer.render({ taskId: 'bench', ...request }, { directory }))
    const cold = await render()
    const [warm, theirs] = [[], []]
    for (let round = 0; round < rounds; round++) {
      warm.push((await render()).took)
      if (peer && words) theirs.push((await timed(() => peer.encode(words))).took)
    }
    await renderer.close()
    const goal = goals[name]
    const verdict = goal === undefined ? '' : ` (goal ${goal}: ${median(warm) <= goal ? 'met' : 'missed'})`
    const { size } = await stat(cold.result.path)
    console.log(
      `| ${name} | ${cold.took.toFixed(0)} | ${median(warm).toFixed(0)}${verdict} | ${Math.min(...warm).toFixed(0)} | ${size} | ${theirs.length === 0 ? '–' : median(theirs).toFixed(0)} |`,
    )
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
