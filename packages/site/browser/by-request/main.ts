import { fill } from '../../src/texts/fill.js'
import { copyText } from '../copy.js'
import { fitToText } from '../long-text.js'
import { make } from '../make.js'
import type { Answers, AskedText, ModelAnswer } from './answers.js'
import type { Verdict } from './verdict.js'

/** The finder that takes a request. Loaded when a reader opens it; a worker checks, and nothing leaves the page. */

/** Milliseconds after the last key until a text is checked, and until a check that goes on is said to. */
const pause = 250
const patience = 500

const isAnswers = (value: unknown): value is Answers =>
  typeof value === 'object' && value !== null && ('fault' in value || 'groups' in value)

const partsOf = (panel: HTMLElement): { field: HTMLTextAreaElement; status: HTMLElement; answers: HTMLElement } => {
  const field = panel.querySelector('textarea')
  const status = panel.querySelector<HTMLElement>('[role="status"]')
  const answers = panel.querySelector<HTMLElement>('[data-answers]')
  if (field === null || status === null || answers === null) throw new Error('The finder of this page is incomplete')
  return { field, status, answers }
}

const sentences = (className: string, all: string[]): HTMLElement[] =>
  all.length === 0 ? [] : [make('ul', { className }, ...all.map((text) => make('li', {}, text)))]

/** Starts the finder in its place on the page. */
export const openByRequest = (panel: HTMLElement): void => {
  const { field, status, answers } = partsOf(panel)
  const said = panel.dataset
  let worker: Worker | undefined
  let text = field.value

  const say = (sentence: string): void => {
    // What stays as it is would be announced once more.
    if (status.textContent !== sentence) status.textContent = sentence
  }

  const row = ({ id, isNamed, says, advice, request, cost }: ModelAnswer): HTMLElement => {
    const link = make('a', { className: 'mono', href: `${id}/`, id: `answer-${id}` }, id)
    const copy = make('button', { type: 'button', className: 'plain' }, said.copyWords ?? '')
    copy.setAttribute('aria-describedby', link.id)
    copy.addEventListener('click', () => void copyText(JSON.stringify(request, null, 2), copy))
    return make(
      'li',
      {},
      make(
        'p',
        {},
        link,
        ...(isNamed ? [' ', make('span', { className: 'badge' }, said.named ?? '')] : []),
        ...(cost === undefined ? [] : [' ', make('span', { className: 'quiet' }, cost)]),
        ...(request === undefined ? [] : [' ', copy]),
      ),
      ...sentences('says', says),
      ...sentences('advised', advice),
    )
  }

  const list = (verdict: Verdict, models: ModelAnswer[]): HTMLElement =>
    make('ul', { className: `answers ${verdict}` }, ...models.map(row))

  const show = (found: Answers): void => {
    if ('fault' in found) {
      field.ariaInvalid = 'true'
      answers.replaceChildren()
      say(found.fault)
      return
    }
    field.ariaInvalid = null
    answers.replaceChildren(
      ...found.notes.map((note) => make('p', { className: 'note' }, note)),
      ...found.groups.flatMap(({ head, verdict, models }) => [make('h3', {}, head), list(verdict, models)]),
    )
    say(found.summary)
  }

  let isBusy = false
  const end = (found: Answers): void => {
    isBusy = false
    answers.ariaBusy = null
    show(found)
  }

  const stop = (): void => {
    worker?.terminate()
    worker = undefined
  }

  const start = (): Worker => {
    const started = new Worker(said.check ?? '', { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (worker === started && isAnswers(data)) end(data)
    })
    started.addEventListener('error', () => {
      if (worker !== started) return
      stop()
      end({ fault: said.failed ?? '' })
    })
    return started
  }

  /** Checks the text in the worker. A check of an older text that is still under way is given up with its worker. */
  const check = (): void => {
    if (isBusy) stop()
    isBusy = text.trim() !== ''
    if (!isBusy) return end({ summary: '', notes: [], groups: [] })
    answers.ariaBusy = 'true'
    const asked = (worker ??= start())
    const vendors = new URL(said.vendors ?? '', location.href).href
    asked.postMessage({ text, vendors } satisfies AskedText)
    setTimeout(() => {
      if (isBusy && worker === asked) say(said.checking ?? '')
    }, patience)
  }

  let typed: ReturnType<typeof setTimeout> | undefined
  const take = (): void => {
    text = field.value
    fitToText(
      field,
      (characters) => fill(said.removeLong ?? '', { characters: characters.toLocaleString('en-US') }),
      take,
    )
    clearTimeout(typed)
    typed = setTimeout(check, pause)
  }
  field.addEventListener('input', take)
  const example = panel.querySelector<HTMLButtonElement>('[data-example]')
  example?.addEventListener('click', () => {
    field.value = field.placeholder
    take()
    field.focus()
  })
  // Until now a click would have done nothing.
  if (example !== null) example.disabled = false
  take()
}
