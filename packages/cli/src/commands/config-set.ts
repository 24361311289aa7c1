import { checkAddress } from '../connection/address.js'
import { profilesPath, readProfiles, writeProfiles } from '../connection/profiles.js'
import { variable } from '../connection/variable.js'
import { defineCommand } from '../definition/command.js'
import { Problem } from '../failure/problem.js'

/** Create or change a profile. */
export const configSet = defineCommand({
  name: 'config set',
  group: 'Setup',
  summary: 'keep a service and its key as a profile',
  description:
    'Creates or changes a profile in a file that only its owner can read. The key comes from MODEL_TASKS_API_KEY or standard input, never from the command line.',
  arguments: [{ name: 'name', description: 'name of the profile', values: 'profile' }],
  options: {},
  examples: [
    { command: 'config set work --base-url https://tasks.example.com/api', does: 'ask for the key and keep it' },
    { command: 'config set work < key.txt', does: 'change the key of a profile' },
  ],
  online: false,
  printsNoJson: true,
  async run(session, { args: [name = ''] }) {
    const { env, terminal, globals } = session
    const path = profilesPath(env)
    if (/^[a-z]+:\/\//i.test(name) || name === '')
      throw new Problem(
        name === ''
          ? 'the name of the profile is empty'
          : `${JSON.stringify(name)} is an address; give the profile a name, and the address with --base-url`,
        'usage',
        [['config', 'set', 'work', '--base-url', name === '' ? 'https://…' : name]],
      )
    const baseUrl = globals.baseUrl ?? variable(env, 'MODEL_TASKS_BASE_URL')
    const { profiles, current = name } = await readProfiles(path)
    const address = baseUrl ?? (Object.hasOwn(profiles, name) ? profiles[name]?.baseUrl : undefined)
    if (address === undefined || !URL.canParse(address) || !/^https?:/.test(address))
      throw new Problem(
        `${address === undefined ? 'the base URL is missing' : `${JSON.stringify(address)} is not an http or https URL`}; give --base-url https://…`,
        'usage',
      )
    const kept = baseUrl === undefined ? `profile ${name}` : 'the environment'
    checkAddress(address, globals.baseUrl === undefined ? kept : '--base-url')
    const apiKey =
      variable(env, 'MODEL_TASKS_API_KEY') ?? (await (await import('../connection/read-key.js')).readKey(session))
    if (!/^[!-~]+$/.test(apiKey))
      throw new Problem(
        'the key is empty or contains spaces or line breaks; pass the key alone on standard input',
        'usage',
      )
    await writeProfiles(path, { current, profiles: { ...profiles, [name]: { baseUrl: address, apiKey } } })
    terminal.err(`${terminal.paint.err.good('stored')}  profile ${name} for ${address} in ${path}\n`)
  },
})
