import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { executeOnNode22 } from '../node-22/index.mjs'
import { codeOf } from '../page-code.mjs'
import { here, root } from '../paths.mjs'
import { withService } from '../service.mjs'
import { install } from '../shell.mjs'
import { plainTable, repeatsTable } from '../upstreams/repeats/table.mjs'

const folder = `${here}/upstreams`
const page = (language) => `${root}/packages/site/content/${language}/vendor-apis.md`

/** The programs of the page about vendors' clients, as a reader copies them, each from its submit to a file. */
export const vendorPrograms = {
  name: 'programs of vendors',
  async run() {
    await install(folder)
    const programs = codeOf(page('en'), 'js')
    if (codeOf(page('zh'), 'js').join() !== programs.join()) throw new Error('the two languages show other programs')
    // Where they find the packages.
    await mkdir(join(folder, 'node_modules'), { recursive: true })
    const cwd = await mkdtemp(join(folder, 'node_modules', '.programs-'))
    try {
      await withService(async ({ environment: { MODEL_TASKS_BASE_URL: service, MODEL_TASKS_API_KEY: key } }) => {
        const { origin } = new URL(service)
        const env = { OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: key }
        for (const program of programs) {
          const text = program.replaceAll('http://127.0.0.1:8787', origin).replaceAll('your-key', key)
          await writeFile(join(cwd, 'program.mjs'), text)
          await executeOnNode22('program.mjs', [], { cwd, env })
          const file = await readFile(join(cwd, 'boat.mp4'))
          if (file.toString('latin1', 4, 8) !== 'ftyp') throw new Error(`no video came of:\n${program}`)
          await rm(join(cwd, 'boat.mp4'))
        }
      })
    } finally {
      await rm(cwd, { recursive: true, force: true })
    }
    return `${programs.length} programs have written a video`
  },
}

/** What vendors' clients do when an answer does not reach them, and what the page says of that. */
export const vendorRepeats = {
  name: 'repeats of vendors',
  async run() {
    await install(folder)
    const output = await executeOnNode22('repeats/main.mjs', [], { cwd: folder })
    const rows = output.split('\n').flatMap((line) => (line.startsWith('{"client"') ? [JSON.parse(line)] : []))
    for (const language of ['en', 'zh']) {
      const table = repeatsTable(rows, language)
      if (!plainTable(await readFile(page(language), 'utf8')).includes(plainTable(table)))
        throw new Error(`${page(language)} does not show what was seen, which is:\n${table}`)
    }
    return `${rows.length} clients, each with every fault, as the page shows them`
  },
}
