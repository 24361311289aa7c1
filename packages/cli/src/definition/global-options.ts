import { flag, text, type OptionValues } from './options.js'

/** Options that every command takes. */
export const globalOptions = {
  json: flag('print JSON on standard output, errors included'),
  jq: text(
    'expression',
    'with --json: print what this jq expression makes of each JSON value; errors go to standard error alone',
  ),
  quiet: flag('print nothing but results and errors', { short: 'q' }),
  profile: text('name', 'use this profile of the configuration', { values: 'profile' }),
  baseUrl: text('url', 'base URL of the service; its key comes from MODEL_TASKS_API_KEY or the configuration'),
  debug: flag('print each HTTP request and answer on standard error, without keys, prompts or signatures'),
  help: flag('print help for a command', { short: 'h' }),
}

/** The values of the options that every command takes. */
export type GlobalOptions = OptionValues<typeof globalOptions>
