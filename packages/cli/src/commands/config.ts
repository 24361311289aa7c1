import { text } from 'node:stream/consumers'
import { ReadStream } from 'node:tty'
import { connect } from '../connection/connection.js'
import { journalPath } from '../connection/journal.js'
import { profilesPath, readProfiles, writeProfiles } from '../connection/profiles.js'
import { Problem } from '../problem.js'
import type { CommonOptions, Session } from '../session.js'
import { table } from '../terminal/table.js'
import type { AddCommand } from './command.js'

/** `config`: named services with their keys, in a file that only its owner can read. */
export const addConfig: AddCommand = (program, session) => {
  const { terminal, env } = session
  const path = profilesPath(env)
  const config = program
    .command('config')
    .summary('keep services and their keys as named profiles')
    .description(`Keeps services and their keys as named profiles in ${path}, readable by its owner only.`)

  const set = config
    .command('set')
    .description(
      'Makes or changes a profile. The key comes from MODEL_TASKS_API_KEY or standard input, never from the command line.',
    )
    .argument('<name>', 'name of the profile')
  set.action(async (name: string) => {
    const { baseUrl = env.MODEL_TASKS_BASE_URL } = set.optsWithGlobals<CommonOptions>()
    const { profiles, current = name } = await readProfiles(path)
    const address = baseUrl ?? (Object.hasOwn(profiles, name) ? profiles[name]?.baseUrl : undefined)
    if (address === undefined || !URL.canParse(address) || !/^https?:/.test(address)) {
      throw new Problem('the address of the service is missing or no http or https URL', 'usage', [
        `model-tasks config set ${name} --base-url https://…`,
      ])
    }
    const apiKey =
      env.MODEL_TASKS_API_KEY ??
      (await readKey(
        session,
        terminal.live
          ? (question) => {
              terminal.err(question)
            }
          : undefined,
      ))
    if (!/^[!-~]+$/.test(apiKey))
      throw new Problem('the key is empty or holds blanks', 'usage', [
        `echo "$KEY" | model-tasks config set ${name} --base-url ${address}`,
      ])
    await writeProfiles(path, { current, profiles: { ...profiles, [name]: { baseUrl: address, apiKey } } })
    terminal.err(`${terminal.paint.err.good('kept')}    profile ${name} for ${address} in ${path}\n`)
  })

  config
    .command('use')
    .description('Makes a profile the one that counts when none is named.')
    .argument('<name>', 'name of the profile')
    .action(async (name: string) => {
      const { profiles } = await readProfiles(path)
      if (!Object.hasOwn(profiles, name)) throw unknown(name, Object.keys(profiles))
      await writeProfiles(path, { current: name, profiles })
    })

  config
    .command('remove')
    .description('Forgets a profile and its key.')
    .argument('<name>', 'name of the profile')
    .action(async (name: string) => {
      const { profiles, current } = await readProfiles(path)
      if (!Object.hasOwn(profiles, name)) throw unknown(name, Object.keys(profiles))
      const kept = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name))
      await writeProfiles(path, { profiles: kept, ...(current === undefined || current === name ? {} : { current }) })
    })

  const show = config
    .command('list')
    .alias('show')
    .description('Lists the profiles, without their keys, and which service a command would talk to.')
  show.action(async () => {
    const options = show.optsWithGlobals<CommonOptions>()
    const { profiles, current } = await readProfiles(path)
    const found = await connect(options, env).catch((error: unknown) => {
      if (error instanceof Problem) return error
      throw error
    })
    const used = found instanceof Problem ? undefined : found
    const problem = found instanceof Problem ? found.message : undefined
    const rows = Object.entries(profiles).map(([name, { baseUrl }]) => ({ name, baseUrl, current: name === current }))
    const facts = {
      file: path,
      profiles: rows,
      used:
        used === undefined
          ? null
          : { baseUrl: used.baseUrl, from: used.from, journal: journalPath(used.baseUrl, env) ?? null },
      ...(problem === undefined ? {} : { problem }),
    }
    if (options.json === true) {
      terminal.out(`${JSON.stringify(facts)}\n`)
      return
    }
    if (rows.length > 0)
      terminal.out(
        table(
          rows.map((row) => [row.current ? '*' : ' ', row.name, row.baseUrl]),
          terminal.columns,
        ),
      )
    terminal.out(
      used === undefined
        ? `Commands talk to no service: ${String(problem)}\n`
        : `Commands talk to ${used.baseUrl} (from ${used.from}); journal ${facts.used?.journal ?? 'off'}\n`,
    )
  })
}

function unknown(name: string, names: string[]): Problem {
  return new Problem(
    `there is no profile ${name}; there ${names.length === 0 ? 'is none' : `are ${names.join(', ')}`}`,
    'usage',
    ['model-tasks config list'],
  )
}

/** The key from standard input. At a terminal it is asked for, and typed without being shown. */
async function readKey({ input: stdin }: Session, ask: ((question: string) => void) | undefined): Promise<string> {
  if (!(stdin instanceof ReadStream)) return (await text(stdin)).trim()
  stdin.setRawMode(true)
  try {
    ask?.('API key: ')
    let typed = ''
    for await (const chunk of stdin.setEncoding('utf8')) {
      for (const character of String(chunk)) {
        if (character === '\r' || character === '\n') return typed
        if (character === '\u0003') throw new Problem('interrupted; nothing was kept', 'interrupted')
        typed = character === '\u007f' ? typed.slice(0, -1) : typed + character
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    ask?.('\n')
  }
}
