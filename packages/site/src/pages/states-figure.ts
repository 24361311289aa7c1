import type { TaskState } from '@model-tasks/spec/catalogue'
import { escapeHtml } from '../render/escape.js'

interface Box {
  status: string
  x: number
  y: number
}

const boxes: Box[] = [
  { status: 'queued', x: 12, y: 70 },
  { status: 'processing', x: 222, y: 70 },
  { status: 'completed', x: 452, y: 20 },
  { status: 'failed', x: 452, y: 120 },
]
const width = 132
const height = 40

/** The states of a task as a drawing. Colours come from the stylesheet, so both themes draw it. */
export const statesFigure = (states: TaskState[], label: string): string => {
  const drawn = boxes.filter(({ status }) => states.some((state) => state.status === status))
  const box = ({ status, x, y }: Box): string => {
    const terminal = states.some((state) => state.status === status && state.terminal)
    return `<g class="${terminal ? 'terminal' : 'passing'} is-${status}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${
      terminal ? `<rect x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="6"/>` : ''
    }<text x="${x + width / 2}" y="${y + 25}" text-anchor="middle">${escapeHtml(status)}</text></g>`
  }
  return `<figure class="states"><svg viewBox="0 0 600 190" role="img" aria-label="${escapeHtml(label)}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
<g class="ways"><path d="M144 90H220" marker-end="url(#tip)"/><path d="M354 84C400 84 402 40 450 40" marker-end="url(#tip)"/><path d="M354 96C400 96 402 140 450 140" marker-end="url(#tip)"/><path d="M78 110C78 168 300 172 450 150" marker-end="url(#tip)"/></g>
${drawn.map(box).join('\n')}
</svg></figure>`
}
