import type { Finding } from '@model-tasks/validation'
import type { JsonValue, Task } from '@model-tasks/spec'
import type { ModelKind } from '@model-tasks/spec/catalogue'
import type { RequestBody } from '../../src/samples/request.js'
import type { ConnectionForm } from '../playground/connection.js'
import { announcements } from './announcements.js'
import { failureText, isKeyRejected, nameOf } from './failure.js'
import { showInPlace } from './in-place.js'
import { taskItem, type ItemActions, type ItemState, type TaskItem } from './item.js'
import { inFlight, settled } from './in-flight.js'
import { hasEnded, storageKey, TaskRecords, type TaskRecord } from './record.js'
import {
  askOffers,
  cancel,
  follow,
  noOffers,
  query,
  submit,
  uploadAsset,
  type Connection,
  type Offers,
} from './service.js'
import { keepSuggestions } from './suggestions.js'
import { sentences, words } from './words.js'

/** What the playground gives to its tasks. */
export interface Playground {
  form: HTMLFormElement
  model: string
  kind: ModelKind
  connection: ConnectionForm
  /** Puts a request into the form. */
  load(body: RequestBody): void
  /** Shows findings of the service at their fields, with a verdict on the request. */
  showFindings(findings: Finding[], verdict: string): void
}

/** What the playground may ask of its tasks. */
export interface Tasks {
  /** Submits a request that has been checked. Settles when the service has answered. */
  send(body: RequestBody): Promise<void>
  /** Uploads a file to the asset library; answers the reference to it. */
  upload(file: File): Promise<string>
}

const mayExist = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'taskMayExist' in error && error.taskMayExist === true

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' &&
  value !== null &&
  'rule' in value &&
  'path' in value &&
  'message' in value &&
  [value.rule, value.path, value.message].every((text) => typeof text === 'string')

/** The findings of a service that rejected a request, in the language of the page. */
const findingsIn = (error: unknown): Finding[] => {
  const findings = typeof error === 'object' && error !== null && 'findings' in error ? error.findings : undefined
  return Array.isArray(findings)
    ? findings
        .filter(isFinding)
        .map((finding) => ({ ...finding, message: words.finding(finding.rule, finding.message) }))
    : []
}

/** The URLs of a task's files: the first, and the others where it made several (`result_urls`, an extension). */
const urlsOf = (task: Task): Pick<TaskRecord, 'url' | 'otherUrls'> => {
  const url: JsonValue | undefined = task.result_url
  const listed: unknown = 'result_urls' in task ? task.result_urls : undefined
  const others = Array.isArray(listed) ? listed.slice(1).filter((other) => typeof other === 'string') : []
  return { ...(typeof url === 'string' ? { url } : {}), ...(others.length === 0 ? {} : { otherUrls: others }) }
}

const endOf = (task: Task): Partial<TaskRecord> => {
  const credits = typeof task.amount === 'number' ? { credits: task.amount } : {}
  return { state: 'completed', ...urlsOf(task), ...credits }
}

/** Random as a UUID is; `crypto.randomUUID` is missing on pages that are served without TLS. */
const mintKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Opens the tasks of a playground: shows those of earlier visits and resumes the ones that have not ended. */
export const openTasks = (playground: Playground): Tasks => {
  const { form, model, kind, connection } = playground
  const records = new TaskRecords(() => localStorage)
  const states = new Map<string, ItemState>()
  const following = new Map<string, AbortController>()
  const known = new Map<string, Offers>()
  /** Records that this browser could not store. */
  const notKept = new Set<string>()
  const box = form.parentElement?.querySelector<HTMLElement>('[data-tasks]')
  const list = box?.querySelector<HTMLElement>('[data-task-list]')
  const status = form.querySelector<HTMLElement>('[data-send-state]')

  keepSuggestions(form, model, connection)
  const announce = announcements(form.querySelector<HTMLElement>('[data-announcements]'))

  const stateOf = (key: string): ItemState =>
    states.get(key) ?? { kind, fraction: undefined, status: '', followed: false, note: '' }
  const setState = (key: string, change: Partial<ItemState>): void => {
    states.set(key, { ...stateOf(key), ...change })
  }
  const update = (record: TaskRecord, change: Partial<TaskRecord> = {}): TaskRecord => {
    const next = { ...record, ...change }
    if (records.put(next)) notKept.delete(record.key)
    else notKept.add(record.key)
    render()
    return next
  }
  const offersOf = async (to: Connection, signal: AbortSignal): Promise<Offers> => {
    const offers = known.get(to.baseUrl) ?? (await askOffers(to, signal))
    if (offers.isAnswer) known.set(to.baseUrl, offers)
    return offers
  }
  /** What a service offers that may be down: a task is followed all the same. */
  const offersOrNone = async (to: Connection, signal: AbortSignal): Promise<Offers> =>
    await offersOf(to, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      return noOffers
    })
  /** The connection of a record; a key is never sent to another service than the one it was typed for. */
  const connectionOf = ({ baseUrl }: TaskRecord): Connection | undefined => {
    const current = connection.current()
    return current?.baseUrl === baseUrl ? current : undefined
  }

  const run = async (record: TaskRecord, id: string, to: Connection): Promise<void> => {
    const controller = new AbortController()
    following.get(record.key)?.abort()
    following.set(record.key, controller)
    setState(record.key, { followed: true, note: '' })
    render()
    let change: Partial<TaskRecord> = {}
    try {
      const offers = await offersOrNone(to, controller.signal)
      const task = await follow(to, id, {
        signal: controller.signal,
        offers,
        onTask: (now, fraction) => {
          setState(record.key, { status: now.status, fraction, note: '' })
          render()
        },
        onFault: (count) => note(record.key, words.faulty(count)),
      })
      change = endOf(task)
    } catch (error) {
      if (nameOf(error) === 'TaskFailedError') change = { state: 'failed', error: failureText(error) }
      else if (!controller.signal.aborted) {
        setState(record.key, { note: failureText(error) })
        if (isKeyRejected(error)) connection.blame('api-key', words.badKey)
      }
    }
    // A second run of the same task has taken over.
    if (following.get(record.key) !== controller) return
    following.delete(record.key)
    setState(record.key, { followed: false, ...(change.state === undefined ? {} : { note: '' }) })
    if (records.of(model).some(({ key }) => key === record.key)) update(record, change)
  }

  /** Submits a record. A rejection of a repeat is inconclusive about the first submit, whose answer was lost. */
  const transmit = async (record: TaskRecord, to: Connection, isRepetition = false): Promise<void> => {
    let accepted: TaskRecord
    try {
      const id = await submit(to, record)
      accepted = update(record, { id, state: 'running' })
    } catch (error) {
      if (isRepetition || mayExist(error)) {
        const lost = await lostNote(to)
        setState(record.key, { note: mayExist(error) ? lost : sentences(failureText(error), lost) })
        update(record, { state: 'unknown' })
        if (isKeyRejected(error)) connection.blame('api-key', words.badKey)
        return
      }
      records.remove([record.key])
      render()
      const findings = findingsIn(error)
      if (isKeyRejected(error)) connection.blame('api-key', words.badKey)
      else if (findings.length > 0) playground.showFindings(findings, words.invalid)
      else if (status) status.textContent = failureText(error)
      return
    }
    void run(accepted, accepted.id ?? '', to)
  }

  const lostNote = async (to: Connection): Promise<string> => {
    const offers = await offersOf(to, AbortSignal.timeout(10_000)).catch(() => undefined)
    return offers?.extensions.has('idempotency') === true ? words.lostSafe : words.lost
  }

  const actionsOf = (record: TaskRecord): ItemActions => {
    const to = connectionOf(record)
    const { id, key } = record
    const offers = known.get(record.baseUrl)
    const remove = (): void => {
      if (!hasEnded(record) && !confirm(words.removeRunning)) return
      records.remove([key])
      render()
    }
    if (record.state === 'sending') return {}
    if (record.state === 'running' && following.has(key))
      return {
        stop: () => {
          following.get(key)?.abort()
          following.delete(key)
          setState(key, { followed: false })
          render()
        },
        ...(offers?.extensions.has('cancel') === true && to !== undefined && id !== undefined
          ? { cancel: () => void cancel(to, id).catch((error: unknown) => note(key, failureText(error))) }
          : {}),
      }
    if (record.state === 'running' && id !== undefined)
      return { ...(to === undefined ? {} : { resume: () => void run(record, id, to) }), remove }
    if (record.state === 'unknown')
      return {
        ...(offers?.extensions.has('idempotency') === true && to !== undefined && !hasLostFiles(record)
          ? {
              again: () => {
                const again = update(record, { state: 'sending' })
                void inFlight(key, () => transmit(again, to, true))
              },
            }
          : {}),
        remove,
      }
    return {
      reuse: () => playground.load(record.body),
      remove,
      freshUrls: async () => {
        if (to === undefined || id === undefined) throw new Error(words.needsConnection(record.baseUrl))
        const task = await query(to, id).catch((error: unknown) => {
          throw new Error(sentences(words.closed, failureText(error)))
        })
        const { url, otherUrls = [] } = urlsOf(task)
        if (url === undefined) throw new Error(words.expired)
        records.put({ ...record, url, ...(otherUrls.length === 0 ? {} : { otherUrls }) })
        return [url, ...otherUrls]
      },
    }
  }

  const note = (key: string, text: string): void => {
    setState(key, { note: text })
    render()
  }

  const items = new Map<string, { shape: string; item: TaskItem }>()
  /** Draws the list. An item of which only the progress has changed stays, so that a video plays on and a button keeps the focus. */
  const render = (): void => {
    const shown = records.of(model)
    const hadFocus = list?.contains(document.activeElement) === true
    const elements = shown.map((record) => {
      const { note: said, followed, ...progress } = stateOf(record.key)
      const text = sentences(said, notKept.has(record.key) ? words.notKept : '')
      const reachable = connectionOf(record) !== undefined && known.has(record.baseUrl)
      const shape = JSON.stringify([record, text, followed, following.has(record.key), reachable])
      const old = items.get(record.key)
      const item =
        old?.shape === shape ? old.item : taskItem(record, { ...progress, note: text, followed }, actionsOf(record))
      item.advance({ ...progress, note: text, followed })
      items.set(record.key, { shape, item })
      return item.element
    })
    if (list) showInPlace(list, elements)
    if (box) box.hidden = shown.length === 0
    announce(shown.map((record) => ({ record, state: stateOf(record.key) })))
    if (hadFocus && !box?.contains(document.activeElement)) form.querySelector<HTMLElement>('[data-send]')?.focus()
  }

  /** Resumes what an earlier visit left: follows accepted tasks; a submit that was cut off has an unknown outcome. */
  const resume = (): void => {
    const here = records.of(model)
    for (const [key, controller] of following)
      if (!here.some((record) => record.key === key)) {
        controller.abort()
        following.delete(key)
      }
    for (const record of here) {
      if (following.has(record.key)) continue
      const to = connectionOf(record)
      const offered =
        connection.current() === undefined ? words.needsKey : to === undefined ? words.otherService(record.baseUrl) : ''
      if (record.state === 'running') setState(record.key, { note: offered })
      if (record.state === 'unknown') setState(record.key, { note: words.lost })
      if (to === undefined) continue
      if (record.state === 'running' && record.id !== undefined) void run(record, record.id, to)
      if (record.state === 'unknown') void lostNote(to).then((text) => note(record.key, text))
    }
    render()
  }
  /** A submit that no tab has under way any more was cut off: whether the service accepted it is unknown. */
  const endCutOff = async (record: TaskRecord): Promise<void> => {
    await settled(record.key)
    const now = records.of(model).find(({ key }) => key === record.key)
    if (now?.state !== 'sending') return
    records.put({ ...now, state: 'unknown' })
    resume()
  }
  for (const record of records.of(model)) if (record.state === 'sending') void endCutOff(record)
  resume()
  connection.onChange(resume)
  // Another tab has submitted, followed or deleted a task.
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) resume()
  })
  box?.querySelector('[data-delete-tasks]')?.addEventListener('click', () => {
    const ended = records.of(model).filter(hasEnded)
    records.remove(ended.map(({ key }) => key))
    render()
  })

  return {
    send: async (body) => {
      const to = connection.required()
      if (to === undefined) return
      if (status) status.textContent = ''
      try {
        await offersOf(to, AbortSignal.timeout(15_000))
      } catch {
        connection.blame('base-url', words.unreachable(to.baseUrl))
        return
      }
      const record: TaskRecord = {
        key: mintKey(),
        baseUrl: to.baseUrl,
        body,
        submitted: Date.now(),
        state: 'sending',
      }
      // Written before the request goes out: a reload in between then shows that a task may exist.
      update(record)
      items.get(record.key)?.item.element.scrollIntoView({ block: 'nearest' })
      await inFlight(record.key, () => transmit(record, to))
    },
    upload: async (file) => {
      const to = connection.required()
      if (to === undefined) throw new Error(words.needsKey)
      const signal = AbortSignal.timeout(120_000)
      const offers = await offersOf(to, signal).catch(() => {
        connection.blame('base-url', words.unreachable(to.baseUrl))
        throw new Error(words.unreachable(to.baseUrl))
      })
      if (!offers.extensions.has('assets')) throw new Error(words.noAssets)
      const asset = await uploadAsset(to, file, { signal, offers, rejected: words.rejectedAsset }).catch(
        (error: unknown) => {
          throw new Error(failureText(error))
        },
      )
      return `assetId://${asset}`
    },
  }
}

/** Whether a file that was inlined into the request is no longer there, so that the request cannot be sent again. */
const hasLostFiles = ({ body }: TaskRecord): boolean => JSON.stringify(body).includes(',…"')
