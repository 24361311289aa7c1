/**
 * Installs the client beside the oldest and the newest release of each peer dependency that it allows, and reads one
 * image, one video and one audio file.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import { install, packages, run } from './archives.mjs'

const { peerDependencies } = packages.find(({ folder }) => folder === 'packages/client').manifest

/** The newest releases that have been tried, on any Node that runs this: npm picks older ones on an older Node. */
const newest = { 'file-type': '22.3.0', mediabunny: '1.61.0', 'probe-image-size': '7.5.0' }

const ends = {
  oldest: (name) => `${name}@${/\d+\.\d+\.\d+/.exec(peerDependencies[name])[0]}`,
  'what npm picks': (name) => `${name}@${peerDependencies[name]}`,
  newest: (name) => `${name}@${newest[name]}`,
}

export async function check({ archives, folder, report }) {
  const media = await writeMedia(folder)
  const ours = ['@model-tasks/spec', '@model-tasks/validation', '@model-tasks/client'].map((name) => archives[name])
  for (const [end, specifier] of Object.entries(ends)) {
    const peers = Object.keys(peerDependencies).map(specifier)
    await report(`peers, ${end}`, () => probe(join(folder, end), ours, peers, media))
  }
}

/** Installs and reads the files in a process of its own. Returns the versions that were installed. */
async function probe(folder, archives, peers, media) {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true }))
  await install(folder, [...archives, ...peers], '--strict-peer-deps')
  const script = join(folder, 'read.mjs')
  await writeFile(
    script,
    `import { probeFile } from '@model-tasks/client/media'
const [image, video, audio] = await Promise.all(process.argv.slice(2).map((path) => probeFile(path)))
const expected = ['png 1x1', 'mp4 1280x720 2 s 24 fps', 'wav 1 s']
const found = [
  \`\${image.format} \${image.width}x\${image.height}\`,
  \`\${video.format} \${video.width}x\${video.height} \${video.seconds} s \${video.framesPerSecond} fps\`,
  \`\${audio.format} \${audio.seconds} s\`,
]
if (String(found) !== String(expected)) throw new Error('expected ' + expected + ', got ' + found)
`,
  )
  await run(process.execPath, [script, ...media], folder)
  const versions = Object.keys(peerDependencies).map(async (name) => {
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name} ${manifest.version}`
  })
  return (await Promise.all(versions)).join(', ')
}

async function writeMedia(folder) {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const files = { 'dot.png': Buffer.from(png, 'base64'), 'clip.mp4': await video(), 'tone.wav': wav() }
  return Promise.all(
    Object.entries(files).map(async ([name, bytes]) => {
      await writeFile(join(folder, name), bytes)
      return join(folder, name)
    }),
  )
}

/** Two seconds of empty frames. */
async function video() {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { frameRate: 24 })
  await output.start()
  for (let frame = 0; frame < 48; frame++) {
    const packet = new EncodedPacket(new Uint8Array(100), frame % 24 === 0 ? 'key' : 'delta', frame / 24, 1 / 24)
    await source.add(packet, { decoderConfig: { codec: 'vp09.00.31.08', codedWidth: 1280, codedHeight: 720 } })
  }
  await output.finalize()
  return Buffer.from(target.buffer)
}

/** One second of silence. */
function wav() {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + 8000, 4)
  head.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
    [8000, 40],
  ])
    head.writeUInt32LE(value, at)
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ])
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, Buffer.alloc(8000, 128)])
}
