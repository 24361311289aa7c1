import { openIfPresent, visitEntries } from './entry-file.js'
import { readJournal, replacedFiles } from './journal-files.js'
import type { JournalEntry, UnendedSubmit } from './journal.js'
import { JournalReader } from './state.js'

/** How many tasks that have ended are remembered, for what is recorded of one after its end. */
const remembered = 10_000

/** What the file of a journal says about the submits of a request; each time, only what was appended since is read. */
export class JournalIndex {
  readonly #path: string
  readonly #parse: (line: string) => JournalEntry | undefined
  #reader = new JournalReader(remembered)
  #file = ''
  #end = 0

  constructor(path: string, parse: (line: string) => JournalEntry | undefined) {
    this.#path = path
    this.#parse = parse
  }

  /** The submits of this request that are open or whose task runs, oldest first. Not to be called again before it has answered. */
  async identical(request: string): Promise<UnendedSubmit[]> {
    // What a compaction has left behind is read anew, until the next one takes it in.
    if ((await replacedFiles(this.#path)).length > 0) {
      const reader = new JournalReader()
      await readJournal(this.#path, this.#parse, (entry) => reader.add(entry))
      return reader.identical(request)
    }
    const file = await openIfPresent(this.#path)
    if (!file) return []
    try {
      const { dev, ino, birthtimeNs, size } = await file.stat({ bigint: true })
      const name = [dev, ino, birthtimeNs].join()
      if (name !== this.#file || size < this.#end) {
        this.#reader = new JournalReader(remembered)
        this.#file = name
        this.#end = 0
      }
      const read = await visitEntries(file, this.#parse, (entry) => this.#reader.add(entry), { from: this.#end })
      this.#end = read.cut?.offset ?? read.size
    } finally {
      await file.close()
    }
    return this.#reader.identical(request)
  }
}
