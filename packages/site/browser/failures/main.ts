import type { JournalEntry } from '@model-tasks/client'
import { loadScript } from '../load-script.js'
import { make } from '../make.js'
import { drawBoat } from './draw.js'
import type { Program, startProgram } from './program.js'
import { baseUrl, price, simulatedService, type Exchange, type SimulatedService } from './service.js'
import { words } from './words.js'

/** The failure playground: the client against a service in this page, which fails when the reader says so. */

interface ProgramScript {
  startProgram: typeof startProgram
}

const isProgramScript = (script: unknown): script is ProgramScript => 'startProgram' in Object(script)

/** The characters by which a reader tells one Idempotency-Key from another. */
const shortKey = (key: string): string => `${key.slice(0, 8)}…`

const openPlayground = (box: HTMLElement): void => {
  const part = (name: string): HTMLElement => {
    const found = box.querySelector<HTMLElement>(`[data-${name}]`)
    if (found === null) throw new Error(`The playground of this page has no ${name}`)
    return found
  }
  const choice = (name: string): HTMLInputElement => {
    const found = box.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (found === null) throw new Error(`The playground of this page has no choice ${name}`)
    return found
  }
  const [lost, busy, expired, stopped, keys] = ['lost', 'busy', 'expired', 'stopped', 'keys'].map(choice) as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ]
  const [log, events, journal, result] = ['log', 'events', 'journal', 'result'].map(part) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]

  let entries: JournalEntry[] = []
  let program: Program | undefined
  let running = 0

  const append = (...content: (Node | string)[]): HTMLLIElement => {
    const line = make('li', {}, ...content)
    const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8
    events.append(line)
    part('no-events').hidden = true
    if (isAtEnd) log.scrollTop = log.scrollHeight
    return line
  }
  const tell = (text: string, ...more: Node[]): void => {
    append(make('b', {}, text), ...more)
  }

  let latest: { line: HTMLLIElement; said: string; times: number } | undefined
  /** Shows a request. One that has the answer of the one before it is counted there. */
  const show = ({ method, path, key, outcome }: Exchange): void => {
    const said = `${method} ${path} ${key ?? ''} ${JSON.stringify(outcome)}`
    if (latest?.said === said && latest.line === events.lastElementChild) {
      latest.times++
      const count = latest.line.querySelector('.count') ?? make('span', { className: 'count' })
      count.textContent = ` ×${latest.times}`
      latest.line.querySelector('code')?.after(count)
      return
    }
    const line = append(
      make('code', {}, `${method} ${path.replace(/[0-9a-f-]{32,}/, shortKey)}`),
      ...(key === undefined ? [] : [' ', make('code', { className: 'quiet' }, shortKey(key))]),
      ' → ',
      make('strong', {}, words.answer(outcome)),
      make('br'),
      make('span', { className: 'quiet' }, words.meaning(outcome)),
    )
    latest = { line, said, times: 1 }
  }
  const showBooks = (): void => {
    for (const [name, count] of Object.entries(service.books)) part(name).textContent = String(count)
  }
  const showJournal = (): void => {
    part('no-entries').hidden = entries.length > 0
    journal.append(
      ...entries.slice(journal.childElementCount).map((entry) => {
        const { event, ...rest } = entry
        const facts = Object.entries(rest).filter(([name]) => /^(key|id|model|status|amount)$/.test(name))
        const shown = facts.map(
          ([name, value]) => `${name} ${name === 'key' ? shortKey(String(value)) : String(value)}`,
        )
        return make('li', {}, make('b', {}, event), ' ', make('code', {}, shown.join(', ')))
      }),
    )
  }

  /** Whether a failure that lasts for one request is due; it is over then. */
  const takes = (field: HTMLInputElement): boolean => {
    const due = field.checked
    field.checked = false
    return due
  }
  const start = (): SimulatedService => {
    const mine = simulatedService(
      {
        losesAnswer: () => takes(lost),
        isBusy: () => takes(busy),
        expiresUrl: () => takes(expired),
        isStopped: () => stopped.checked,
        keepsKeys: () => keys.checked,
      },
      drawBoat,
      (exchange) => {
        // What an earlier one answers late is not of this story.
        if (mine !== service) return
        show(exchange)
        showBooks()
      },
    )
    return mine
  }
  let service = start()

  const showError = (error: unknown): void => {
    const { code, taskMayExist } = Object(error) as { code?: unknown; taskMayExist?: unknown }
    const text = code === 'identical-request' ? words.identical : taskMayExist === true ? words.unknown : words.failed
    const own = make('code', { lang: 'en' }, error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    tell(text, make('br'), own)
  }
  const showFile = (task: string, file: Blob): void => {
    const { books } = service
    tell(words.completed(task, books.tasks, books.tasks * price))
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const src = typeof reader.result === 'string' ? reader.result : ''
      result.replaceChildren(make('img', { src, alt: words.picture(task), width: 320, height: 160 }))
    })
    reader.readAsDataURL(file)
  }

  /** Does work of the program that runs; where none does, of a new one over the same journal. */
  const work = async (what: (program: Program) => Promise<void>, said: string): Promise<void> => {
    if (!('subtle' in crypto)) return tell(words.insecure)
    const script = await loadScript(box.dataset.script ?? '').catch(() => undefined)
    if (!isProgramScript(script)) return tell(words.notLoaded)
    if (running === 0) program = undefined
    const mine = (program ??= script.startProgram(baseUrl, service.fetch, entries, {
      onEntry: showJournal,
      onFault: () => tell(words.fault),
      onError: showError,
      onFile: showFile,
      onResumed: (handles, unresolved) => tell(words.resumed(handles, unresolved)),
    }))
    running++
    tell(said)
    await what(mine)
    if (program === mine) running--
  }
  const kill = (): boolean => {
    const wasRunning = running > 0
    program?.kill()
    program = undefined
    running = 0
    return wasRunning
  }

  part('run').addEventListener('click', () => void work((mine) => mine.run(), words.started))
  part('resume').addEventListener('click', () => {
    if (kill()) tell(words.killed)
    void work((mine) => mine.resume(), words.restarted)
  })
  part('kill').addEventListener('click', () => tell(kill() ? words.killed : words.nothingRuns))
  stopped.addEventListener('change', () => tell(stopped.checked ? words.stopped : words.serviceStarted))
  part('start-over').addEventListener('click', () => {
    kill()
    entries = []
    for (const field of [lost, busy, expired, stopped]) field.checked = false
    for (const list of [events, journal, result]) list.replaceChildren()
    part('no-events').hidden = false
    service = start()
    showBooks()
    showJournal()
  })
  showBooks()
}

const box = document.querySelector<HTMLElement>('[data-failures]')
if (box !== null) openPlayground(box)
