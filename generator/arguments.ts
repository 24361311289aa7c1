import { resolve } from 'node:path'

/** What a run of the generator is asked to do. */
export interface Settings {
  mode: 'write' | 'check' | 'watch'
  /** The folder of the specification. */
  spec: string
  /** The folder of the generated files. */
  out: string
  /** Whether to print how long each emitter took. */
  times: boolean
}

export const usage = `Usage: npm run generate -- [options]

  (no option)     write what spec/ says into generated/
  --check         write nothing; fail when generated/ is not what spec/ says
  --watch         write, and again at each change of spec/
  --times         say how long each emitter took
  --spec <folder> another folder than spec/
  --out <folder>  another folder than generated/
  --help          print this`

/** Reads the command line; answers a message when it does not understand, `help` when that is asked for. Folders are relative to `root` unless absolute. */
export function readArguments(words: readonly string[], root: string): Settings | { mistake: string } | 'help' {
  const settings: Settings = {
    mode: 'write',
    spec: resolve(root, 'spec'),
    out: resolve(root, 'generated'),
    times: false,
  }
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    const next = words[index + 1]
    if (word === '--help' || word === '-h') return 'help'
    if (word === '--check') settings.mode = 'check'
    else if (word === '--watch') settings.mode = 'watch'
    else if (word === '--times') settings.times = true
    else if (word === '--spec' || word === '--out') {
      if (next === undefined) return { mistake: `${word} needs a folder` }
      settings[word === '--spec' ? 'spec' : 'out'] = resolve(next)
      index++
    } else return { mistake: `unknown option ${word}` }
  }
  return settings
}
