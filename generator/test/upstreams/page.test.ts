import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { UpstreamFile } from '../../spec-types/files/upstream.js'

const spec = new URL('../../../spec/upstreams/', import.meta.url)
const docs = new URL('../../../generated/docs/upstreams/', import.meta.url)

test.each(readdirSync(spec))(
  'the page of %s names the forms of media that it takes, and what it leaves out',
  (file) => {
    const { operations }: UpstreamFile = JSON.parse(readFileSync(new URL(file, spec), 'utf8'))
    const page = readFileSync(new URL(file.replace('.json', '.md'), docs), 'utf8')
    for (const { rows, drops = [] } of Object.values(operations)) {
      for (const { each = '', to, forms } of rows.filter((row) => row.forms !== undefined)) {
        const line = page.split('\n').find((one) => one.startsWith(`| \`${each}\` | \`${to}\` |`))
        expect(line).toContain(
          forms?.length === 2 ? 'URLs or base64' : forms?.[0] === 'data' ? 'base64 only' : 'URLs only',
        )
      }
      for (const { parameter, values = [], reason } of drops) {
        const told = values.map((value) => JSON.stringify(value).replaceAll('"', '`'))
        const lines = page.split('\n').filter((one) => one.startsWith(`| \`${parameter}\` | nothing |`))
        // One parameter may be left out in several cases, for the same reason.
        const line = lines.find((one) => one.includes(reason) && told.every((value) => one.includes(value)))
        expect(line, `${parameter}: ${told.join()}, ${reason}`).toBeDefined()
      }
    }
  },
)
