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

/** Draws frames of a plan into planes, in order, beginning with any of them. */
export interface Composition {
  draw(frame: number): void
}

/** Everything in the picture of a plan that does not move, worked out once for as many compositions as are drawn. */
export interface Layout {
  /** Begins a composition in planes of its own; after its first frame, each touches only what moves. */
  compose(planes: readonly Plane[]): Composition
}

/** The moment of the scene that a still image shows. */
const STILL = 0.35

/** Prepares the picture of a plan. */
export async function layOut(plan: RenderPlan, typefaces: Typefaces, rasterise: Rasterise): Promise<Layout> {
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
  let halved: Ink | undefined
  const inkFor = (scale: number) => (scale === 2 ? (halved ??= halveInk(ink)) : ink)
  const momentOf = (frame: number) => (plan.video ? frame / Math.max(1, plan.video.frames - 1) : STILL)

  /** What is drawn over the finished picture, anew in every frame: the line of progress and the timecode. */
  const stampsOn = (planes: readonly Plane[]): ((frame: number) => void) => {
    const video = plan.video
    if (video === undefined || card.progress === undefined) return () => {}
    const progress = progressStamp(planes, card.progress, scene.palette.accent)
    const clock =
      digits && card.timecode
        ? textStamp(planes, digits, {
            edges: timecodeEdges(typefaces.medium, card.timecode),
            top: clockTop(card.timecode),
          })
        : undefined
    return (frame) => {
      progress((frame + 1) / video.frames)
      clock?.(timecode(frame, video.frameRate))
    }
  }

  return {
    compose(planes) {
      const painters = [1, 2]
        .map((scale) => planes.filter((plane) => plane.scale === scale))
        .filter((alike) => alike.length > 0)
        .map((alike) => createPainter(scene, alike, inkFor(alike[0]?.scale ?? 1)))
      let stamp: ((frame: number) => void) | undefined
      return {
        draw(frame) {
          for (const painter of painters) {
            if (stamp) painter.advance(momentOf(frame))
            else painter.paint(momentOf(frame))
          }
          stamp ??= stampsOn(planes)
          stamp(frame)
        },
      }
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
