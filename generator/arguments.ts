import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultBaseAddress, readBaseAddress } from './base-address.js'

/** What a run of the generator is asked to do. */
export interface Settings {
  mode: 'write' | 'check' | 'watch'
  /** The folder of the specification. */
  spec: string
  /** The folder of the generated files. */
  out: string
  /** The address below which the published documents are, such as `https://example.com/spec/`. */
  base: string
  /** Whether to make every file, regardless of what is remembered of earlier runs, and print how long each emitter took. */
  times: boolean
}

export const usage = `Usage: npm run generate -- [options]

  (no option)     write what spec/ says into generated/
  --check         write nothing; fail when generated/ is not what spec/ says
  --watch         write, and again at each change of spec/
  --times         make every file again, and say how long each emitter took
  --spec <folder> another folder than spec/
  --out <folder>  another folder than generated/
  --base <url>    where the documents are published: the schemas' $id is <url><version>/json-schema/…
  --help          print this`

/** Reads the command line; answers a message when it does not understand, `help` when that is asked for. Folders are relative to `root` unless absolute. */
export function readArguments(words: readonly string[], root: string): Settings | { mistake: string } | 'help' {
  try {
    const { values } = parseArgs({ args: [...words], options })
    if (values.help) return 'help'
    if (values.check && values.watch) return { mistake: '--check and --watch cannot be combined: one writes nothing' }
    const base = readBaseAddress(values.base)
    if (base === undefined) return { mistake: '--base needs an absolute http or https URL without query or fragment' }
    return {
      mode: values.check ? 'check' : values.watch ? 'watch' : 'write',
      spec: values.spec === undefined ? resolve(root, 'spec') : resolve(values.spec),
      out: values.out === undefined ? resolve(root, 'generated') : resolve(values.out),
      base,
      times: values.times,
    }
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : String(error) }
  }
}

const options = {
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  times: { type: 'boolean', default: false },
  spec: { type: 'string' },
  out: { type: 'string' },
  base: { type: 'string', default: defaultBaseAddress },
  help: { type: 'boolean', short: 'h', default: false },
} as const
