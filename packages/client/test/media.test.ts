import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preflight, privateHost, probeFile, probeUrl } from '../src/media/index.js'

let server: Server
let origin: string
let folder: string
const files = new Map<string, Buffer>()
const served = new Map<string, number>()

/** An mp4 of empty frames whose index lies at its end, as cameras write it. */
async function video(seconds: number, framesPerSecond: number, bytesPerFrame: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source, { frameRate: framesPerSecond })
  await output.start()
  for (let frame = 0; frame < seconds * framesPerSecond; frame++) {
    const packet = new EncodedPacket(
      new Uint8Array(bytesPerFrame),
      frame % framesPerSecond === 0 ? 'key' : 'delta',
      frame / framesPerSecond,
      1 / framesPerSecond,
    )
    await source.add(packet, { decoderConfig: { codec: 'vp09.00.31.08', codedWidth: 1280, codedHeight: 720 } })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** A silent wav. */
function wav(seconds: number): Buffer {
  const data = 8_000 * seconds
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(data, 40)
  return Buffer.concat([head, Buffer.alloc(data, 128)])
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-media-'))
  const image = sharp({
    create: {
      width: 640,
      height: 400,
      channels: 3,
      background: '#336699',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
  files.set('boat.png', await image.png().toBuffer())
  files.set('boat.jpg', await image.jpeg().toBuffer())
  files.set(
    'tiny.webp',
    await sharp({ create: { width: 40, height: 300, channels: 3, background: 'red' } })
      .webp()
      .toBuffer(),
  )
  files.set('clip.mp4', await video(5, 24, 40_000))
  files.set('slow.mp4', await video(20, 12, 100))
  files.set('voice.wav', wav(3))
  files.set('text.txt', Buffer.from('not media at all'))
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const name = url.pathname.slice(1)
    const bytes = files.get(name.replace(/^plain-/, ''))
    if (name === 'moved') return response.writeHead(302, { location: '/boat.png' }).end()
    if (name === 'circle') return response.writeHead(302, { location: '/circle' }).end()
    if (name === 'silent') return
    if (name === 'endless') {
      response.writeHead(206, { 'content-range': 'bytes 0-9999999999/10000000000' })
      const more = (): void => {
        while (response.write(Buffer.concat([Buffer.from('\x89PNG\r\n'), Buffer.alloc(2 ** 20)])));
      }
      response.on('drain', more)
      return more()
    }
    if (name === 'film.mp4') {
      // Its index would lie behind 19 GB, and its host sends no part of it.
      const head = Buffer.alloc(48)
      head.write('\0\0\0\x20ftypisom\0\0\0\0isomiso2avc1mp41\0\0\0\x01mdat', 'latin1')
      head.writeBigUInt64BE(19_000_000_000n, 40)
      response.writeHead(200, { 'content-length': '20000000000' }).write(head)
      const more = (): void => {
        while (response.write(Buffer.alloc(2 ** 16)));
      }
      response.on('drain', more)
      response.on('close', () => served.set(name, response.socket?.bytesWritten ?? 0))
      return more()
    }
    if (name === 'elsewhere')
      return response.writeHead(206, { 'content-range': 'bytes 5-9/10' }).end(files.get('boat.png')?.subarray(5, 10))
    if (!bytes) return response.writeHead(404).end()
    response.on('close', () => served.set(name, (served.get(name) ?? 0) + response.writableLength))
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range || name.startsWith('plain-'))
      return response.writeHead(200, { 'content-length': String(bytes.length) }).end(bytes)
    const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1)
    served.set(name, (served.get(name) ?? 0) + part.length)
    return response
      .writeHead(206, { 'content-range': `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${bytes.length}` })
      .end(part)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

const size = (name: string): number => files.get(name)?.length ?? NaN

describe('the facts of a file', () => {
  for (const [name, facts] of Object.entries({
    'boat.png': { format: 'png', width: 640, height: 400 },
    'boat.jpg': { format: 'jpeg', width: 640, height: 400 },
    'clip.mp4': { format: 'mp4', width: 1280, height: 720, seconds: 5, framesPerSecond: 24, codec: 'vp9' },
    'voice.wav': { format: 'wav', seconds: 3, codec: 'pcm-u8', sampleRate: 8000 },
  })) {
    it(`${name}, from disk and from its host`, async () => {
      const whole = { ...facts, bytes: size(name) }
      expect(await probeFile(join(folder, name))).toEqual(whole)
      expect(await probeUrl(`${origin}/${name}?signature=x`)).toEqual(whole)
    })
  }

  it('from a host that knows no Range', async () => {
    expect(await probeUrl(`${origin}/plain-boat.png`)).toMatchObject({ width: 640, bytes: size('boat.png') })
  })

  it('takes only the bytes that are needed, even when the index lies at the end', async () => {
    served.clear()
    await probeUrl(`${origin}/clip.mp4`)
    expect(size('clip.mp4')).toBeGreaterThan(4_000_000)
    expect(served.get('clip.mp4')).toBeLessThan(700_000)
    await probeUrl(`${origin}/boat.png`)
    expect(served.get('boat.png')).toBeLessThan(size('boat.png'))
  })

  it('follows a redirect, not a circle', async () => {
    expect(await probeUrl(`${origin}/moved`)).toMatchObject({ format: 'png' })
    await expect(probeUrl(`${origin}/circle`)).rejects.toThrow('in a circle')
  })

  it('is rejected beyond the bytes and the time that were set, and for what is not a media file', async () => {
    await expect(probeUrl(`${origin}/clip.mp4`, { maxBytes: 5_000 })).rejects.toThrow('beyond the first 5000 bytes')
    await expect(probeUrl(`${origin}/film.mp4`)).rejects.toThrow('beyond the first 8388608 bytes')
    await expect(probeUrl(`${origin}/silent`, { timeout: 20 })).rejects.toThrow()
    await expect(probeUrl(`${origin}/text.txt`)).rejects.toThrow('format is not known')
    await expect(probeUrl(`${origin}/endless`)).rejects.toThrow('format is not known')
    await expect(probeUrl(`${origin}/elsewhere`)).rejects.toThrow('another part than it was asked for')
    await expect(probeUrl(`${origin}/nothing.png`)).rejects.toThrow('answered 404')
    await expect(probeUrl(`${origin}/boat.png`, { refusePrivateHosts: true })).rejects.toThrow('its host is loopback')
  })
})

describe('a preflight', () => {
  it('applies the limits of the model to every file of the request', async () => {
    const report = await preflight('sd_2.0_discount', {
      prompt: 'x',
      reference_images: [join(folder, 'boat.jpg'), join(folder, 'tiny.webp'), 'assetId://a1'],
      reference_videos: [join(folder, 'clip.mp4'), join(folder, 'slow.mp4')],
      reference_audios: [join(folder, 'text.txt')],
    })
    expect(report.ok).toBe(false)
    expect(report.probes.map(({ parameter, index }) => `${parameter}${index}`)).toEqual([
      'reference_images0',
      'reference_images1',
      'reference_videos0',
      'reference_videos1',
    ])
    const found = report.findings.map(({ rule, path }) => `${rule} ${path}`)
    expect(found).toContain('media-width /reference_images/1')
    expect(found).toContain('media-frame-rate /reference_videos/1')
    expect(found).toContain('media-total-duration /reference_videos')
    expect(found.some((line) => line.endsWith('/reference_images/0') || line.endsWith('/reference_videos/0'))).toBe(
      false,
    )
    expect(report.unread).toEqual([
      { path: '/reference_audios/0', parameter: 'reference_audios', index: 0, reason: 'its format is not known' },
    ])
  })

  it('of what strangers name reads no file of this machine', async () => {
    const references = { first_image: [join(folder, 'boat.png'), '/etc/passwd', 'file:///etc/passwd'] }
    const { probes, unread } = await preflight('gamma-1.0-i2v', references, { refusePrivateHosts: true })
    expect(probes).toEqual([])
    expect(unread.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('it names a file on this machine') as string),
    )
  })

  it('advises against a host the service may not reach', async () => {
    const { ok, findings } = await preflight('gamma-1.0-i2v', { first_image: [`${origin}/boat.png`] })
    expect(ok).toBe(true)
    expect(findings).toMatchObject([{ rule: 'media-host', severity: 'advice', path: '/first_image/0' }])
  })
})

describe('a host is', () => {
  for (const [host, kind] of [
    ['127.0.0.1', 'loopback'],
    ['localhost', 'loopback'],
    ['localhost.', 'loopback'],
    ['[::1]', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['2130706433', 'loopback'],
    ['[::ffff:127.0.0.1]', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['[fd00::1]', 'private'],
    ['nas.local', 'private'],
    ['169.254.169.254', 'link-local'],
    ['[fe80::1]', 'link-local'],
    ['8.8.8.8', undefined],
    ['[2606:4700::1]', undefined],
    ['172.32.0.1', undefined],
  ] as const) {
    it(`${host}: ${kind ?? 'public'}`, async () => {
      expect(await privateHost(`https://${host}/a.png`)).toBe(kind)
    })
  }
})
