import type { ModelKind } from '@model-tasks/spec/catalogue'
import { make } from '../make.js'
import type { TaskRecord } from './record.js'
import { words } from './words.js'

/** What a reader may do with a task. */
export interface ItemActions {
  stop?: () => void
  cancel?: () => void
  resume?: () => void
  again?: () => void
  reuse?: () => void
  remove?: () => void
  /** Answers fresh URLs of all files of the result, once one at hand no longer works. Throws in the words of the page where there is none. */
  freshUrls?: () => Promise<readonly string[]>
}

/** What is shown of a task beside its record. */
export interface ItemState {
  kind: ModelKind
  /** From 0 to 1; undefined when it is not known. */
  fraction: number | undefined
  /** The last status the service gave. */
  status: string
  /** Whether this page is following the task. */
  followed: boolean
  note: string
}

const button = (label: string, act: (() => void) | undefined): HTMLElement[] => {
  if (act === undefined) return []
  const made = make('button', { type: 'button', className: 'plain', textContent: label })
  made.addEventListener('click', act)
  return [made]
}

/** Whether a URL still answers with its file; undefined where its host does not let this page ask. */
const isServed = async (url: string): Promise<boolean | undefined> => {
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-0' } })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return undefined
  }
}

/** How a browser shows a result; a mesh it does not. */
const players: Readonly<
  Record<ModelKind, ((record: TaskRecord, src: string) => HTMLMediaElement | HTMLImageElement) | undefined>
> = {
  video: (_, src) => make('video', { src, controls: true, playsInline: true, preload: 'metadata' }),
  audio: (_, src) => make('audio', { src, controls: true, preload: 'metadata' }),
  image: ({ body }, src) => make('img', { src, alt: typeof body.prompt === 'string' ? body.prompt : body.model }),
  mesh: undefined,
}

const result = (record: TaskRecord, state: ItemState, actions: ItemActions): HTMLElement[] => {
  if (record.state !== 'completed' || record.url === undefined) return []
  const { otherUrls = [], url } = record
  return [url, ...otherUrls].flatMap((one, number) =>
    resultFile(record, state, actions, {
      url: one,
      number,
      label: otherUrls.length === 0 ? words.open : words.openNumbered(number + 1),
    }),
  )
}

interface ShownFile {
  url: string
  /** From 0. */
  number: number
  label: string
}

const resultFile = (
  record: TaskRecord,
  state: ItemState,
  actions: ItemActions,
  { url, number, label }: ShownFile,
): HTMLElement[] => {
  const media = players[state.kind]?.(record, url)
  const link = make('a', { href: url, textContent: label, target: '_blank', rel: 'noreferrer' })
  if (media === undefined) return [link]
  const say = (text: string): void => media.replaceWith(make('p', { className: 'note', textContent: text }))
  let refreshed = false
  const explain = async (): Promise<void> => {
    const there = await isServed(link.href)
    // The file is there, or may be: a browser lacks some formats.
    if (there === true || (refreshed && there === undefined)) return say(words.cannotShow)
    try {
      if (refreshed || actions.freshUrls === undefined) throw new Error(words.expired)
      refreshed = true
      const fresh = (await actions.freshUrls())[number]
      if (fresh === undefined) throw new Error(words.expired)
      link.href = fresh
      media.src = link.href
    } catch (error) {
      link.remove()
      say(error instanceof Error ? error.message : String(error))
    }
  }
  media.addEventListener('error', () => void explain())
  return [media, link]
}

/** The state of a task in words, with its progress and its cost. */
export const stateText = (record: TaskRecord, { status, followed, fraction }: ItemState): string => {
  if (record.state === 'sending') return words.sending
  if (record.state === 'unknown') return words.unknown
  if (record.state === 'running' && !followed) return words.stopped
  const parts = [words.status(status === '' ? record.state : status)]
  if (record.state === 'running' && fraction !== undefined) parts.push(`${Math.round(fraction * 100)} %`)
  if (record.credits !== undefined) parts.push(words.credits(record.credits))
  return parts.join(' · ')
}

/** The time of day, with the date where it is not today's. */
const shortTime = (time: Date): string =>
  time.toLocaleString(document.documentElement.lang, {
    ...(time.toDateString() === new Date().toDateString() ? {} : { month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  })

/** One task of the history. */
export interface TaskItem {
  element: HTMLLIElement
  /** Shows how far the task is, without touching anything that may have the focus. */
  advance(state: ItemState): void
}

/** Draws one task of the history. */
export const taskItem = (record: TaskRecord, state: ItemState, actions: ItemActions): TaskItem => {
  const time = new Date(record.submitted)
  const label = make('span', { className: `task-state is-${record.state}` })
  const head = make(
    'div',
    { className: 'task-head' },
    label,
    make('time', {
      dateTime: time.toISOString(),
      textContent: shortTime(time),
    }),
  )
  const bar = make('progress', { max: 1, ariaLabel: record.id ?? words.sending })
  const advance = (now: ItemState): void => {
    label.textContent = stateText(record, now)
    if (now.fraction !== undefined) bar.value = now.fraction
  }
  advance(state)
  const prompt = typeof record.body.prompt === 'string' ? record.body.prompt : ''
  const shownBar = record.state === 'sending' || (record.state === 'running' && state.followed)
  const note = record.state === 'failed' ? (record.error ?? '') : state.note
  const item = make(
    'li',
    { className: 'task' },
    head,
    ...(shownBar ? [bar] : []),
    ...(prompt === '' ? [] : [make('p', { className: 'task-prompt', dir: 'auto', textContent: prompt })]),
    ...result(record, state, actions),
    ...(note === ''
      ? []
      : [make('p', { className: record.state === 'failed' ? 'finding' : 'note', textContent: note })]),
    make(
      'div',
      { className: 'task-foot' },
      make('code', { className: 'task-id', textContent: record.id ?? record.key }),
      ...button(words.stop, actions.stop),
      ...button(words.cancel, actions.cancel),
      ...button(words.resume, actions.resume),
      ...button(words.again, actions.again),
      ...button(words.reuse, actions.reuse),
      ...button(words.remove, actions.remove),
    ),
  )
  item.dataset.task = record.id ?? record.key
  item.dataset.key = record.key
  item.dataset.state = record.state
  return { element: item, advance }
}
