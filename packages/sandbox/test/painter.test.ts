import { expect, it } from 'vitest'
import { createPainter } from '../src/picture/painter.js'
import { rgbPlanes, yuvPlanes } from '../src/picture/plane.js'
import { composeScene } from '../src/picture/scene.js'
import { halveInk, type Ink } from '../src/picture/ink.js'

const FRAME = { width: 320, height: 180, titleBottom: 60, groundTop: 140 }
const MOMENTS = [0, 0.1, 0.2, 0.35, 0.5, 0.9, 1]

function inkOf(width: number, height: number): Ink {
  return { width, height, cover: Uint8Array.from({ length: width * height }, (_, at) => (at % 7 === 0 ? 200 : 0)) }
}

it.each([1, 2, 3, 4, 5])('repainting what moved gives, byte for byte, the picture painted anew (seed %i)', (seed) => {
  const scene = composeScene(seed, FRAME)
  const stepped = yuvPlanes(FRAME.width, FRAME.height)
  const anew = yuvPlanes(FRAME.width, FRAME.height)
  const full = inkOf(FRAME.width, FRAME.height)
  const painters = ({ planes }: typeof stepped) => [
    createPainter(scene, planes.slice(0, 1), full),
    createPainter(scene, planes.slice(1), halveInk(full)),
  ]
  const [byStep, fresh] = [painters(stepped), painters(anew)]
  for (const [index, moment] of MOMENTS.entries()) {
    for (const painter of byStep) {
      if (index === 0) painter.paint(moment)
      else painter.advance(moment)
    }
    for (const painter of fresh) painter.paint(moment)
    expect(Buffer.compare(stepped.buffer, anew.buffer), `moment ${moment}`).toBe(0)
  }
})

it('moves: the first frame and the last differ', () => {
  const { buffer, planes } = rgbPlanes(FRAME.width, FRAME.height)
  const painter = createPainter(composeScene(1, FRAME), planes, inkOf(FRAME.width, FRAME.height))
  painter.paint(0)
  const first = Buffer.from(buffer)
  painter.paint(1)
  for (const channel of [0, 1, 2]) {
    const values = (bytes: Uint8Array) => bytes.filter((_, at) => at % 3 === channel)
    expect(Buffer.compare(values(first), values(buffer))).not.toBe(0)
  }
})

it('keeps luma and colour of video within their limits', () => {
  const { planes } = yuvPlanes(64, 64)
  for (const colour of [
    [0, 0, 0],
    [255, 255, 255],
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ] as const) {
    const [luma = 0, blue = 0, red = 0] = planes.map((plane) => plane.component(colour))
    expect(luma).toSatisfy((value: number) => value >= 16 && value <= 235.001)
    for (const value of [blue, red]) expect(value).toSatisfy((chroma: number) => chroma >= 15.9 && chroma <= 240.1)
  }
})
