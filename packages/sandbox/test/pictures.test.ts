import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { expect, it } from 'vitest'
import { drawFile } from '../src/draw.js'
import { keyFrames } from '../src/media/pictures.js'
import { planRender } from '../src/plan.js'

it.each([
  { frames: 120, frameRate: 24, keys: [0, 60] },
  { frames: 96, frameRate: 24, keys: [0, 48] },
  { frames: 24, frameRate: 24, keys: [0, 12] },
  { frames: 240, frameRate: 24, keys: [0, 60, 120, 180] },
  { frames: 264, frameRate: 24, keys: [0, 44, 88, 132, 176, 220] },
  { frames: 1, frameRate: 24, keys: [0] },
])('$frames frames have key frames at $keys, at most 2.5 s apart, half of them in each half', ({ keys, ...video }) => {
  expect(keyFrames(video)).toEqual(keys)
})

it('the packets of both encoders stand in one track: every frame once, at its time, and the key frames where they belong', async () => {
  const plan = planRender(
    {
      taskId: 'task',
      model: 'sd_2.0_discount',
      kind: 'video',
      parameters: { prompt: 'A paper boat', duration: 6, resolution: '480p', seed: 7 },
    },
    { drawSeed: () => 99 },
  )
  const shares: number[] = []
  const file = await drawFile(plan, (share) => shares.push(share))
  const track = await new Input({ formats: ALL_FORMATS, source: new BufferSource(file) }).getPrimaryVideoTrack()
  if (!track) throw new Error('the file has no video track')
  const packets = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  expect(packets.map(({ timestamp }) => Math.round(timestamp * 24))).toEqual(Array.from({ length: 144 }, (_, at) => at))
  expect(packets.flatMap(({ type }, at) => (type === 'key' ? at : []))).toEqual([0, 36, 72, 108])
  expect(shares).toEqual(Array.from({ length: 144 }, (_, at) => (at + 1) / 144))
})
