import type { Fact, RenderPlan } from '../plan.js'
import type { Typeface } from '../type/typeface.js'
import { ellipsise, measure, wrapText } from '../type/wrap.js'

export type Weight = 'light' | 'regular' | 'medium'
export type Typefaces = Readonly<Record<Weight, Typeface>>

/** One line of text; `x` is its left edge, in pixels. */
export interface TextRun {
  text: string
  x: number
  baseline: number
  size: number
  weight: Weight
  opacity: number
  /** Extra space between characters, in pixels. */
  tracking: number
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Where everything stands: words, the outline of the watermark, the line of progress, the timecode. */
export interface Card {
  runs: TextRun[]
  watermark?: Rectangle
  progress?: Rectangle
  timecode?: { x: number; baseline: number; size: number }
  /** Above it the landscape is free; below it stands the block of facts. */
  groundTop: number
  /** One 720th of the shorter side: the measure of all sizes. */
  unit: number
}

const TITLE_SIZES = [64, 54, 46, 38, 32]
const ROW = 58
const TIMECODE_CHARACTERS = 11
const WATERMARK = 'MODEL TASKS'

/** Lays out the title card of a plan inside safe margins. Long prompts take a smaller size, then end in an ellipsis. */
export function layoutCard(plan: RenderPlan, typefaces: Typefaces): Card {
  const unit = Math.min(plan.width, plan.height) / 720
  const margin = 56 * unit
  const inner = plan.width - 2 * margin
  const card: Card = { runs: [], groundTop: 0, unit }
  let bottom = plan.height - margin
  if (plan.layers.includes('progress')) {
    card.progress = { x: margin, y: bottom - 3 * unit, width: inner, height: Math.max(2, 3 * unit) }
    bottom -= 30 * unit
  }
  let factsWidth = inner
  if (plan.layers.includes('timecode')) {
    const size = 30 * unit
    const width = timecodeWidth(typefaces.medium, size)
    card.timecode = { x: plan.width - margin - width, baseline: bottom, size }
    if (inner - width < 620 * unit) bottom -= 54 * unit
    else factsWidth = inner - width - 40 * unit
  }
  const rows = factRows(plan.facts, typefaces, unit, factsWidth)
  rows.forEach((row, index) => {
    const baseline = bottom - (rows.length - 1 - index) * ROW * unit
    for (const { fact, x } of row) card.runs.push(label(fact.label, margin + x, baseline - 26 * unit, unit), value(fact.value, margin + x, baseline, unit))
  })
  card.groundTop = bottom - (rows.length - 1) * ROW * unit - 26 * unit - 15 * unit - 26 * unit
  const head = margin + 18 * unit
  card.runs.push({ text: drawable(typefaces.medium, plan.model), x: margin, baseline: head, size: 22 * unit, weight: 'medium', opacity: 0.92, tracking: 0.4 * unit })
  if (plan.watermark) addWatermark(card, typefaces, plan.width - margin, head)
  card.runs.push(...titleRuns(plan, typefaces, card, { x: margin, top: head + 46 * unit, width: Math.min(inner, 940 * unit) }))
  return card
}

/** The width of one cell of the timecode: all digits stand in cells of one width, so that nothing jumps. */
export function timecodeCell(typeface: Typeface, size: number): number {
  return Math.max(...[...'0123456789'].map((digit) => measure(typeface, digit, size)))
}

function timecodeWidth(typeface: Typeface, size: number): number {
  return 8 * timecodeCell(typeface, size) + 3 * colonCell(typeface, size)
}

export function colonCell(typeface: Typeface, size: number): number {
  return timecodeCell(typeface, size) * 0.52
}

/** Left edges of the eleven cells of `HH:MM:SS:FF`, and the right edge of the last. */
export function timecodeEdges(typeface: Typeface, timecode: { x: number; size: number }): number[] {
  const edges = [timecode.x]
  for (let index = 0; index < TIMECODE_CHARACTERS; index++) {
    const cell = index % 3 === 2 ? colonCell(typeface, timecode.size) : timecodeCell(typeface, timecode.size)
    edges.push((edges.at(-1) ?? 0) + cell)
  }
  return edges
}

function titleRuns(plan: RenderPlan, typefaces: Typefaces, card: Card, box: { x: number; top: number; width: number }): TextRun[] {
  const text = drawable(typefaces.regular, plan.prompt)
  const room = Math.min(plan.height * 0.6, card.groundTop - 24 * card.unit) - box.top
  for (const [index, step] of TITLE_SIZES.entries()) {
    const size = step * card.unit
    const typeface = typefaces[titleWeight(step)]
    const leading = size * 1.3
    const lines = wrapText(typeface, text, size, box.width)
    const fitting = Math.max(1, Math.floor(room / leading))
    const last = index === TITLE_SIZES.length - 1
    if (lines.length > Math.min(fitting, step >= 54 ? 3 : fitting) && !last) continue
    const shown = lines.slice(0, fitting)
    if (lines.length > fitting) shown[fitting - 1] = ellipsise(typeface, `${shown[fitting - 1] ?? ''} ${lines[fitting] ?? ''}`, size, box.width)
    return shown.map((line, row) => ({ text: line, x: box.x - size * 0.04, baseline: box.top + size * 0.9 + row * leading, size, weight: titleWeight(step), opacity: 0.98, tracking: 0 }))
  }
  return []
}

function titleWeight(step: number): Weight {
  return step >= 46 ? 'light' : 'regular'
}

function factRows(facts: readonly Fact[], typefaces: Typefaces, unit: number, width: number): { fact: Fact; x: number }[][] {
  const rows: { fact: Fact; x: number }[][] = [[]]
  let x = 0
  for (const raw of facts) {
    const fact = { label: drawable(typefaces.regular, raw.label), value: drawable(typefaces.medium, raw.value) }
    const wide = Math.max(measure(typefaces.regular, fact.label, 15 * unit), measure(typefaces.medium, fact.value, 20 * unit))
    if (x > 0 && x + wide > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ fact: { ...fact, value: ellipsise(typefaces.medium, fact.value, 20 * unit, width) }, x })
    x += wide + 34 * unit
  }
  return rows.length <= 4 ? rows : rows.slice(0, 4)
}

function label(text: string, x: number, baseline: number, unit: number): TextRun {
  return { text, x, baseline, size: 15 * unit, weight: 'regular', opacity: 0.62, tracking: 0.2 * unit }
}

function value(text: string, x: number, baseline: number, unit: number): TextRun {
  return { text, x, baseline, size: 20 * unit, weight: 'medium', opacity: 0.95, tracking: 0 }
}

function addWatermark(card: Card, typefaces: Typefaces, right: number, baseline: number): void {
  const size = 15 * card.unit
  const tracking = 2.2 * card.unit
  const width = measure(typefaces.medium, WATERMARK, size, tracking) + 32 * card.unit
  card.watermark = { x: right - width, y: baseline - 24 * card.unit, width, height: 36 * card.unit }
  card.runs.push({ text: WATERMARK, x: right - width + 16 * card.unit, baseline: baseline - 0.6 * card.unit, size, weight: 'medium', opacity: 0.9, tracking })
}

/** The text with what the font cannot draw replaced by an empty square, and invisible joiners left out. */
export function drawable(typeface: Typeface, text: string): string {
  let shown = ''
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (/[\p{Cc}\p{Cf}\p{Mn}\ufe00-\ufe0f]/u.test(character) && !typeface.has(codePoint)) continue
    shown += typeface.has(codePoint) ? character : '□'
  }
  return shown
}
