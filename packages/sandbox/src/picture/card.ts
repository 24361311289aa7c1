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
  /** Where the prompt ends: the sun and the hills stand below it. */
  titleBottom: number
  /** Where the block of facts begins: solid ground. */
  groundTop: number
  /** One 720th of the shorter side, a little more in small pictures: the measure of all sizes. */
  unit: number
}

const TITLE_SIZES = [64, 54, 46, 38, 32, 27]
const ROW = 58
const GAP = 34
const MOST_ROWS = 4
const LEADING = 1.3
/** Share of the shorter side that the landscape keeps between the prompt and the facts. */
const LANDSCAPE = 0.24
const TIMECODE_CHARACTERS = 11
const WATERMARK = 'MODEL TASKS'

/** Lays out the title card of a plan inside safe margins. Long prompts take a smaller size, then end in an ellipsis. */
export function layoutCard(plan: RenderPlan, typefaces: Typefaces): Card {
  const short = Math.min(plan.width, plan.height)
  const unit = (short / 720) ** (short < 720 ? 0.75 : 1)
  const margin = 56 * unit
  const inner = plan.width - 2 * margin
  const card: Card = { runs: [], titleBottom: 0, groundTop: 0, unit }
  let bottom = plan.height - margin
  if (plan.layers.includes('progress')) {
    card.progress = { x: margin, y: bottom - 3 * unit, width: inner, height: Math.max(2, 3 * unit) }
    bottom -= 30 * unit
  }
  const rows = factRows(plan.facts, typefaces, unit, inner)
  if (plan.layers.includes('timecode')) {
    const size = 30 * unit
    const width = timecodeWidth(typefaces.medium, size)
    card.timecode = { x: plan.width - margin - width, baseline: bottom, size }
    if (rowWidth(rows.at(-1) ?? []) + GAP * unit + width > inner) bottom -= ROW * unit
  }
  rows.forEach((row, index) => {
    const baseline = bottom - (rows.length - 1 - index) * ROW * unit
    for (const { fact, x } of row)
      card.runs.push(
        label(fact.label, margin + x, baseline - 26 * unit, unit),
        value(fact.value, margin + x, baseline, unit),
      )
  })
  card.groundTop = bottom - ((rows.length - 1) * ROW + 67) * unit
  const head = margin + 18 * unit
  card.runs.push({
    text: drawable(typefaces.medium, plan.model),
    x: margin,
    baseline: head,
    size: 22 * unit,
    weight: 'medium',
    opacity: 0.92,
    tracking: 0.4 * unit,
  })
  if (plan.watermark) addWatermark(card, typefaces, plan.width - margin, head)
  const top = head + 46 * unit
  const room = Math.min(plan.height * 0.6, card.groundTop - short * LANDSCAPE) - top
  const title = titleRuns(plan.prompt, typefaces, unit, {
    x: margin,
    y: top,
    width: Math.min(inner, 940 * unit),
    height: room,
  })
  card.runs.push(...title)
  card.titleBottom = (title.at(-1)?.baseline ?? head) + 14 * unit
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

function titleRuns(prompt: string, typefaces: Typefaces, unit: number, box: Rectangle): TextRun[] {
  const text = drawable(typefaces.regular, prompt)
  const laidOut = TITLE_SIZES.map((step) => {
    const size = step * unit
    const weight = titleWeight(step, text, typefaces)
    const fitting = Math.max(1, Math.floor(box.height / (size * LEADING)))
    return {
      size,
      weight,
      fitting,
      most: step >= 54 ? Math.min(3, fitting) : fitting,
      lines: wrapText(typefaces[weight], text, size, box.width),
    }
  })
  const chosen = laidOut.find(({ lines, most }) => lines.length <= most) ?? laidOut.at(-1)
  if (chosen === undefined) return []
  const { size, weight, fitting, lines } = chosen
  const shown = lines.slice(0, fitting)
  if (lines.length > fitting)
    shown[fitting - 1] = ellipsise(
      typefaces[weight],
      `${shown[fitting - 1] ?? ''} ${lines[fitting] ?? ''}`,
      size,
      box.width,
    )
  return shown.map((line, row) => ({
    text: line,
    x: box.x - size * 0.04,
    baseline: box.y + size * 0.9 + row * size * LEADING,
    size,
    weight,
    opacity: 0.98,
    tracking: 0,
  }))
}

/** Large titles are light where the light typeface has all their characters. */
function titleWeight(step: number, text: string, { light }: Typefaces): Weight {
  return step >= 46 && Array.from(text).every((character) => light.has(character.codePointAt(0) ?? 0))
    ? 'light'
    : 'regular'
}

interface PlacedFact {
  fact: Fact
  x: number
  width: number
}

/** Facts side by side in as many rows as they need; those beyond the last row are counted there. */
function factRows(facts: readonly Fact[], typefaces: Typefaces, unit: number, width: number): PlacedFact[][] {
  const rows: PlacedFact[][] = [[]]
  let x = 0
  for (const raw of facts) {
    const fact = {
      label: drawable(typefaces.regular, raw.label),
      value: ellipsise(typefaces.medium, drawable(typefaces.medium, raw.value), 20 * unit, width),
    }
    const wide = Math.max(
      measure(typefaces.regular, fact.label, 15 * unit, 0.2 * unit),
      measure(typefaces.medium, fact.value, 20 * unit),
    )
    if (x > 0 && x + wide > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ fact, x, width: wide })
    x += wide + GAP * unit
  }
  const more = rows.slice(MOST_ROWS).flat().length
  if (more === 0) return rows
  const last = rows[MOST_ROWS - 1] ?? []
  const replaced = last.pop()
  if (replaced) last.push({ ...replaced, fact: { label: 'more', value: `${more + 1}` } })
  return rows.slice(0, MOST_ROWS)
}

function rowWidth(row: readonly PlacedFact[]): number {
  const last = row.at(-1)
  return last === undefined ? 0 : last.x + last.width
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
  card.runs.push({
    text: WATERMARK,
    x: right - width + 16 * card.unit,
    baseline: baseline - 0.6 * card.unit,
    size,
    weight: 'medium',
    opacity: 0.9,
    tracking,
  })
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
