import { Readable } from 'node:stream'
import { runCommandLine, terminated } from '../../../packages/cli/src/command-line.js'
import { createPaint } from '../../../packages/cli/src/terminal/paint.js'
import type { Machine, SimulatedProcess } from '../world/machine.js'
import type { World } from '../world/world.js'
import { serviceHost } from './service.js'

/** A command that was typed at a terminal, and what has become of it. */
export interface Typed {
  process: SimulatedProcess
  words: readonly string[]
  out: string
  err: string
  /** The exit code; undefined while it runs, and when it was killed. */
  code: number | undefined
  interrupt(): void
}

/** A machine at which people type commands; all of them share its journal. */
export class Desk {
  readonly machine: Machine
  readonly #world: World
  readonly typed: Typed[] = []

  readonly #tell: (who: string, what: string) => void

  /** The machine on whose disk it has its home, which others may share. */
  readonly home: Machine

  constructor(world: World, name: string, tell: (who: string, what: string) => void, home = world.machine(name)) {
    this.#world = world
    this.#tell = tell
    this.machine = world.machine(name)
    this.home = home
    this.machine.hostname = home.hostname
  }

  /** Runs the command line of the product with these words, as a process of its own. */
  type(words: readonly string[], apiKey: string): Typed {
    const { machine, home } = this
    const interruption = new AbortController()
    const paint = createPaint(false)
    const typed: Typed = {
      process: undefined as never,
      words,
      out: '',
      err: '',
      code: undefined,
      interrupt: () => {
        interruption.abort(terminated)
      },
    }
    typed.process = this.#world.start(`terminal ${words[0]}`, machine, async () => {
      typed.code = await runCommandLine({
        terminal: {
          out: (text) => {
            typed.out += text
          },
          err: (text) => {
            typed.err += text
          },
          bytes: async (chunk) => {
            typed.out += Buffer.from(chunk).toString('latin1')
          },
          interactive: false,
          live: false,
          columns: undefined,
          liveColumns: 80,
          paint: { out: paint, err: paint },
        },
        input: Readable.from(['']),
        env: {
          HOME: home.path(),
          XDG_STATE_HOME: home.path('state'),
          XDG_CONFIG_HOME: home.path('config'),
          MODEL_TASKS_BASE_URL: `http://${serviceHost}/api`,
          MODEL_TASKS_API_KEY: apiKey,
        },
        signal: interruption.signal,
        now: () => performance.now(),
        date: () => Date.now(),
        program: () => 'model-tasks',
        start: () => 'npm start',
        words,
        globals: {},
        context: { reached: 'nothing' },
      })
      this.#tell(machine.name, `${titleOf(words)} exits ${typed.code}: ${lastLine(typed.err) || lastLine(typed.out)}`)
    })
    this.typed.push(typed)
    return typed
  }

  /** The commands that run now. */
  get running(): Typed[] {
    return this.typed.filter(({ process }) => process.gone === undefined)
  }

  /** The file in which the commands record their submits, as it is in the real folder of the world. */
  get journalFile(): string {
    return `${this.#world.root}/${this.home.name}/state/model-tasks/${serviceHost.replace(/[^\w.-]+/g, '_')}_api.jsonl`
  }
}

/** A command in a few words. */
export function titleOf(words: readonly string[]): string {
  const prompt = words.find((word) => word.startsWith('prompt='))
  return prompt === undefined ? words.slice(0, 2).join(' ') : `${words[0]} (${prompt.slice(7)})`
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
