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
  readonly #chunks: AsyncIterator<unknown>
  #typed: string[] = []
  /** The start of a key's sequence whose rest has not arrived. */
  #begun = ''
  #isPasted = false
  #drawn = 0

  /** Throws where standard input is not a terminal: see `canAsk`. */
  constructor(session: Session) {
    if (!(session.input instanceof ReadStream)) throw new Error('standard input is not a terminal')
    this.#session = session
    this.#stream = session.input
    this.#chunks = this.#stream.setEncoding('utf8')[Symbol.asyncIterator]()
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
        const chunk: IteratorResult<unknown> | undefined = await this.#chunks.next().catch(() => undefined)
        this.#add(typeof chunk?.value === 'string' ? chunk.value : ctrlC)
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
    while (this.#stream.read() !== null);
    this.#typed = []
    return result
  }

  /** Takes a question away. */
  erase(): void {
    this.#draw([])
  }

  /** Gives the terminal back. */
  async end(): Promise<void> {
    this.#session.signal.removeEventListener('abort', this.#close)
    this.#rest()
    await this.#chunks.return?.()
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

  #add(text: string): void {
    const all = this.#begun + text
    this.#begun = /\u001b(?:\[[\d;]*|O)?$/.exec(all)?.[0] ?? ''
    this.#typed = all.slice(0, all.length - this.#begun.length).match(/\u001b(?:\[[\d;]*[A-Za-z~]|O.)|[^]/gu) ?? []
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
