/**
 * Installs the client as npm would publish it beside the oldest and the newest release of each peer dependency that it
 * allows, and reads one image, one video and one audio file. Prints a line per end and fails when one of them does.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const { peerDependencies } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'))

/** The newest releases that have been tried, whatever the Node that runs this: npm picks older ones on an older Node. */
const newest = { 'file-type': '22.3.0', mediabunny: '1.61.0', 'probe-image-size': '7.5.0' }

const ends = {
  oldest: (name) => `${name}@${/\d+\.\d+\.\d+/.exec(peerDependencies[name])[0]}`,
  'what npm picks': (name) => `${name}@${peerDependencies[name]}`,
  newest: (name) => `${name}@${newest[name]}`,
}

const work = mkdtempSync(join(tmpdir(), 'model-tasks-peers-'))
let failures = 0
try {
  const media = await writeMedia(work)
  const archives = await pack(work)
  for (const [end, specifier] of Object.entries(ends)) {
    try {
      console.log(
        `ok   ${end}: ${await probe(join(work, end), archives, Object.keys(peerDependencies).map(specifier), media)}`,
      )
    } catch (error) {
      failures += 1
      console.log(`FAIL ${end}: ${String(error.stderr || error.message || error).trim()}`)
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)

async function pack(folder) {
  const packages = ['generated', 'packages/validation', 'packages/client'].map((path) => join(root, path))
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...packages],
    {
      cwd: root,
      maxBuffer: 64e6,
    },
  )
  return JSON.parse(stdout).map(({ filename }) => join(folder, filename.replace(/^@/u, '').replace('/', '-')))
}

/** Installs and reads the files in a process of its own. Returns the versions that were installed. */
async function probe(folder, archives, peers, media) {
  const npm = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--strict-peer-deps']
  await run('npm', [...npm, ...archives, ...peers])
  const script = join(folder, 'read.mjs')
  writeFileSync(
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
  await run(process.execPath, [script, ...media])
  return Object.keys(peerDependencies)
    .map((name) => {
      const manifest = pathToFileURL(join(folder, 'node_modules', name, 'package.json'))
      return `${name} ${JSON.parse(readFileSync(manifest, 'utf8')).version}`
    })
    .join(', ')
}

async function writeMedia(folder) {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const files = { 'dot.png': Buffer.from(png, 'base64'), 'clip.mp4': await video(), 'tone.wav': wav() }
  return Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  })
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
