import { timecode, type RenderPlan } from '../plan.js'
import { layoutCard, timecodeCell, timecodeEdges, type Card, type Typefaces } from './card.js'
import { cardSvg, digitsSvg } from './card-svg.js'
import { halveInk, type Ink } from './ink.js'
import { createPainter } from './painter.js'
import type { Plane } from './plane.js'
import { composeScene } from './scene.js'
import { progressStamp, textStamp, type Digits } from './stamps.js'

/** Turns white shapes of an SVG into ink. */
export type Rasterise = (svg: string) => Promise<Ink>

/** Draws the frames of a plan into planes, in order. */
export interface Composition {
  draw(frame: number): void
}

/** The moment of the scene that a still image shows. */
const STILL = 0.35

/** Prepares everything that does not move; each frame then touches only what does. */
export async function compose(
  plan: RenderPlan,
  planes: readonly Plane[],
  typefaces: Typefaces,
  rasterise: Rasterise,
): Promise<Composition> {
  const card = layoutCard(plan, typefaces)
  const scene = composeScene(plan.artSeed, {
    width: plan.width,
    height: plan.height,
    titleBottom: card.titleBottom,
    groundTop: card.groundTop,
  })
  const [ink, digits] = await Promise.all([
    rasterise(cardSvg(card, scene, typefaces, plan)),
    card.timecode ? rasteriseDigits(card.timecode, typefaces, rasterise) : undefined,
  ])
  const halved = planes.some((plane) => plane.scale === 2) ? halveInk(ink) : ink
  const painters = [1, 2]
    .map((scale) => planes.filter((plane) => plane.scale === scale))
    .filter((alike) => alike.length > 0)
    .map((alike) => createPainter(scene, alike, alike[0]?.scale === 2 ? halved : ink))
  const video = plan.video
  if (video === undefined || card.progress === undefined)
    return { draw: () => painters.forEach((painter) => painter.paint(STILL)) }
  for (const painter of painters) painter.paint(0)
  const progress = progressStamp(planes, card.progress, scene.palette.accent)
  const clock =
    digits && card.timecode
      ? textStamp(planes, digits, {
          edges: timecodeEdges(typefaces.medium, card.timecode),
          top: clockTop(card.timecode),
        })
      : undefined
  return {
    draw(frame) {
      if (frame > 0) for (const painter of painters) painter.advance(frame / Math.max(1, video.frames - 1))
      progress((frame + 1) / video.frames)
      clock?.(timecode(frame, video.frameRate))
    },
  }
}

type Timecode = NonNullable<Card['timecode']>

function clockTop(place: Timecode): number {
  return place.baseline - place.size
}

async function rasteriseDigits(place: Timecode, typefaces: Typefaces, rasterise: Rasterise): Promise<Digits> {
  const cell = Math.ceil(timecodeCell(typefaces.medium, place.size)) + 1
  const top = Math.floor(clockTop(place) / 2) * 2
  const height = Math.ceil((place.size * 1.3) / 2) * 2
  const ink = await rasterise(
    digitsSvg(typefaces.medium, place.size, { width: cell, height, baseline: place.baseline - top }),
  )
  return { ...ink, cell }
}
