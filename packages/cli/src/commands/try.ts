import { once } from 'node:events'
import { join } from 'node:path'
import { defineCommand } from '../definition/command.js'
import { flag } from '../definition/options.js'
import { optionWords } from '../failure/next-command.js'
import { quoted } from '../failure/shell.js'
import { requestArguments } from '../request/prepare.js'
import { outOptions } from '../result/destination-options.js'
import type { Session } from '../session.js'
import type { Terminal } from '../terminal/terminal.js'
import { runFetched } from '../trial/fetched.js'
import { startSandbox, type Sandbox } from '../trial/service.js'

/** What is made where nothing else is asked for. */
const example = ['sd_2.0_discount', 'prompt=A paper boat at dusk', 'duration=5']

/** Make a video on this machine, with nothing set up. */
export const tryOut = defineCommand({
  name: 'try',
  group: 'Setup',
  summary: 'make a video on this machine, with nothing set up',
  description:
    'Starts a sandbox in a temporary folder, makes a video of a model there and stores it, in this folder unless --out names another place. The request is written as for run; without one a video of five seconds is made. The video is a placeholder that shows its prompt; no model runs, and nothing is paid for. At a terminal the sandbox goes on until Ctrl-C, so that more can be tried; otherwise it stops once the video is stored. Where the service is not installed beside this program, npm fetches it first.',
  arguments: requestArguments,
  options: { ...outOptions, open: flag('open the result once it is stored') },
  examples: [
    { command: 'try', does: 'make a video of five seconds' },
    { command: "try beta-5.0 prompt='A lighthouse in fog' --out lighthouse.png", does: 'make an image' },
  ],
  online: false,
  async run(session, { args, options }) {
    const sandbox = await startSandbox()
    if (sandbox === undefined) {
      session.exit = await runFetched(session)
      return
    }
    try {
      const { out = './', force, open } = options
      const flags = [...(force ? ['--force'] : []), ...(open ? ['--open'] : [])]
      await runIn(sandbox, session, [
        'run',
        ...(args.length === 0 ? example : args),
        ...optionWords('out', out),
        ...flags,
      ])
      if (session.exit === undefined && session.terminal.interactive && !session.signal.aborted)
        await untilStopped(sandbox, session)
    } finally {
      await sandbox.close()
    }
  },
})

/** Runs another command with the sandbox as its service, and nothing of the user's own: neither profiles nor the journal. */
async function runIn({ folder }: Sandbox, session: Session, words: readonly string[]): Promise<void> {
  const { runCommandLine } = await import('../command-line.js')
  const own = Object.entries(session.env).filter(([name]) => !name.startsWith('MODEL_TASKS_'))
  const inner: Session = Object.assign(Object.create(session) as Session, {
    env: {
      ...Object.fromEntries(own),
      MODEL_TASKS_DATA: folder,
      XDG_STATE_HOME: join(folder, 'work'),
      XDG_CONFIG_HOME: join(folder, 'work'),
    },
    words: [
      ...words,
      ...(['json', 'quiet', 'debug'] as const).flatMap((name) => (session.globals[name] === true ? [`--${name}`] : [])),
      ...(session.globals.jq === undefined ? [] : [`--jq=${session.globals.jq}`]),
    ],
    // What a task that is given up advises is about a service that stays.
    terminal: untilAborted(session),
    globals: {},
    context: { reached: 'nothing' },
  })
  await runCommandLine(inner)
  if (inner.exit !== undefined) session.exit = inner.exit
  if (session.signal.aborted) session.terminal.err('stopped: the sandbox is gone, and its task with it\n')
}

/** A terminal that shows nothing once the session is to end. */
function untilAborted({ terminal, signal }: Session): Terminal {
  const shown =
    (write: (text: string) => void) =>
    (text: string): void => {
      if (!signal.aborted) write(text)
    }
  return Object.assign(Object.create(terminal) as Terminal, { out: shown(terminal.out), err: shown(terminal.err) })
}

async function untilStopped({ folder, baseUrl }: Sandbox, { terminal, signal, program }: Session): Promise<void> {
  const { faint } = terminal.paint.err
  const more = `MODEL_TASKS_DATA=${quoted(folder)} ${program()} run beta-5.0 prompt='A lighthouse in fog' --out ./`
  terminal.err(`${faint('sandbox')} answers at ${baseUrl} until you press Ctrl-C, and then takes its data with it\n`)
  terminal.err(`${faint('next')}    ${more}\n`)
  await once(signal, 'abort')
}
