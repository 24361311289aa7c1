import { ReadStream } from 'node:tty'
import { Problem } from '../failure/problem.js'
import type { Session } from '../session.js'
import { piecesOf, widthOf } from '../terminal/width.js'

/** Whether questions can be asked: a person reads what is printed and types. */
export function canAsk({ input, terminal, globals }: Session): boolean {
  return terminal.interactive && terminal.live && globals.json !== true && input instanceof ReadStream
}

/** The keys of a terminal, and the lines that a question draws and takes away again. */
export class Keys {
  readonly #session: Session
  readonly #stream: ReadStream
  #typed: string[] = []
  /** The start of a key's sequence whose rest has not arrived. */
  #begun = ''
  #isPasted = false
  /** Whether nothing more can be typed. */
  #isOver = false
  #wake: () => void = () => undefined
  #drawn = 0

  /** Throws where standard input is not a terminal: see `canAsk`. */
  constructor(session: Session) {
    if (!(session.input instanceof ReadStream)) throw new Error('standard input is not a terminal')
    this.#session = session
    this.#stream = session.input
    // Read at all times: what the terminal keeps would be read as the answer to a later question.
    this.#stream.setEncoding('utf8').on('data', this.#add)
    for (const end of ['end', 'close', 'error']) this.#stream.on(end, this.#hangUp)
    this.#begin()
    session.signal.addEventListener('abort', this.#close)
  }

  /**
   * The next key, of a question that these lines draw: a character, or the sequence of a key such as an arrow. A line
   * break that is pasted is a space, since Enter answers. Throws a Problem at Ctrl-C and Ctrl-D.
   */
  async next(lines: readonly string[]): Promise<string> {
    for (;;) {
      while (this.#typed.length === 0) {
        this.#draw(lines)
        if (this.#isOver) throw this.#interrupted()
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
      const key = this.#typed.shift() ?? ctrlC
      if (key === ctrlC || key === ctrlD) throw this.#interrupted()
      if (key === pasteBegins || key === pasteEnds) this.#isPasted = key === pasteBegins
      else return this.#isPasted && isEnter(key) ? ' ' : key
    }
  }

  /**
   * Does what may take long with the terminal as it was, so that Ctrl-C ends the command. What is typed meanwhile answers
   * no question that is asked after it.
   */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#rest()
    const result = await work()
    this.#begin()
    // After two turns what was typed before has arrived, also a line without its Enter, which raw mode sets free.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    this.#typed = []
    this.#begun = ''
    return result
  }

  /** Takes a question away. */
  erase(): void {
    this.#draw([])
  }

  /** Gives the terminal back. */
  end(): void {
    this.#session.signal.removeEventListener('abort', this.#close)
    this.#rest()
    this.#stream.destroy()
  }

  readonly #close = (): void => {
    this.#rest()
    this.#stream.destroy()
  }

  /** In place of the lines that were drawn before. */
  #draw(lines: readonly string[]): void {
    const { terminal } = this.#session
    const rows = lines.flatMap((line) => rowsOf(line, terminal.liveColumns - 1))
    const up = this.#drawn > 1 ? `\u001b[${this.#drawn - 1}A` : ''
    terminal.err(`${this.#drawn === 0 ? '' : `${up}\r\u001b[0J`}${rows.join('\r\n')}`)
    this.#drawn = rows.length
  }

  #begin(): void {
    this.#stream.setRawMode(true)
    this.#session.terminal.err('\u001b[?2004h')
  }

  #rest(): void {
    if (!this.#stream.isRaw) return
    this.#stream.setRawMode(false)
    this.#session.terminal.err('\u001b[?2004l')
  }

  readonly #add = (text: string): void => {
    const all = this.#begun + text
    this.#begun = /\u001b(?:\[[\d;]*|O)?$/.exec(all)?.[0] ?? ''
    const keys = all.slice(0, all.length - this.#begun.length).match(/\u001b(?:\[[\d;]*[A-Za-z~]|O.)|[^]/gu) ?? []
    this.#typed.push(...keys)
    this.#wake()
  }

  readonly #hangUp = (): void => {
    this.#isOver = true
    this.#wake()
  }

  #interrupted(): Problem {
    this.erase()
    return new Problem('interrupted; no task was accepted', 'stopped')
  }
}

const ctrlC = '\u0003'
const ctrlD = '\u0004'
const pasteBegins = '\u001b[200~'
const pasteEnds = '\u001b[201~'

/** A line in rows of at most `width` columns. */
function rowsOf(line: string, width: number): string[] {
  const rows = ['']
  for (const piece of piecesOf(line)) {
    const row = rows.at(-1) ?? ''
    if (widthOf(row + piece) > width) rows.push(piece)
    else rows[rows.length - 1] = row + piece
  }
  return rows
}

/** What a line holds after a key; undefined for a key that writes nothing. */
export function edited(line: string, key: string): string | undefined {
  if (key === '\u007f' || key === '\b') return piecesOf(line).slice(0, -1).join('')
  if (key === '\u0015') return ''
  return /^\P{Cc}/u.test(key) ? line + key : undefined
}

export const isEnter = (key: string): boolean => key === '\r' || key === '\n'
