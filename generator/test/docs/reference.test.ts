import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import { diagnosticCodes } from '../../check/codes.js'
import { emitDocs, emitModelDocs } from '../../emit/docs.js'
import { loadSpec } from '../../load/spec.js'

const catalogue = readCatalogue(await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url))))
const made = [
  ...catalogue.models.flatMap((model) => emitModelDocs(model, catalogue)),
  ...emitDocs(catalogue, { metaSchemas: [] }),
]
const pages = new Map(made.map(({ path, content }) => [path, content]))
const page = (path: string): string => pages.get(`docs/${path}`) ?? ''

describe.each(catalogue.models)('the page of $id', (model) => {
  const text = page(`models/${model.id}.md`)

  test('has a row with source and default for every parameter', () => {
    for (const parameter of model.parameters) {
      const row = text.split('\n').find((line) => line.includes(`<a id="p-${parameter.name}"></a>`))
      expect(row, parameter.name).toContain(parameter.source.section)
      if ('default' in parameter && parameter.default !== undefined)
        expect(row).toContain(`\`${String(parameter.default)}\``)
      if (parameter.kind === 'enum') for (const value of parameter.values) expect(row).toContain(`\`${value}\``)
    }
  })

  test('shows every rule with its examples, every limit and whether the model can be used', () => {
    for (const rule of model.rules) {
      expect(text).toContain(`### <a id="r-${rule.id}"></a>`)
      for (const example of [...rule.examples.valid, ...rule.examples.invalid])
        expect(text).toContain(JSON.stringify(example))
    }
    for (const parameter of model.parameters) {
      if (parameter.kind === 'prompt' || parameter.kind === 'media')
        for (const limit of parameter.limits) expect(text).toContain(`\`${limit.rule}\``)
    }
    if (model.availability.status === 'unavailable') expect(text).toContain(model.availability.reason)
    if (!model.reference) expect(text).toContain('no-reference')
  })
})

test('unknowns.md lists everything the interface leaves open, with what is done about it', () => {
  const rows = page('unknowns.md')
    .split('\n')
    .filter((line) => line.startsWith('| <a id='))
  expect(rows).toHaveLength(catalogue.unknowns.length)
  for (const fact of catalogue.unknowns)
    expect(rows.find((row) => row.includes(`\`${fact.id}\``))).toContain(fact.handling)
})

test('every finding, extension, state, field and diagnostic has its place', () => {
  for (const { rule } of catalogue.findings) expect(page('findings.md')).toContain(`\`${rule}\``)
  for (const { id } of catalogue.service.extensions) expect(page('extensions.md')).toContain(`<a id="${id}"></a>`)
  for (const { status } of catalogue.task.states) expect(page('states.md')).toContain(`\`${status}\``)
  for (const { name } of catalogue.task.fields) expect(page('task.md')).toContain(`\`${name}\``)
  for (const { code, hint } of diagnosticCodes) expect(page(`diagnostics/${code}.md`)).toContain(hint)
})

test('no link leads nowhere', () => {
  const generated = fileURLToPath(new URL('../../../generated/', import.meta.url))
  for (const [path, text] of pages) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue
      const [file = '', anchor] = target.split('#')
      const resolved = file === '' ? path : posix.join(posix.dirname(path), file)
      const content = pages.get(resolved)
      expect(content !== undefined || existsSync(`${generated}${resolved}`), `${path} links to ${target}`).toBe(true)
      if (anchor !== undefined) expect(content, `${path} links to ${target}`).toContain(`<a id="${anchor}"></a>`)
    }
  }
})

test('tables keep their columns with any text', () => {
  for (const [path, text] of pages) {
    let columns = 0
    for (const line of text.split('\n')) {
      if (!line.startsWith('|')) columns = 0
      else {
        const cells = line.replace(/\\\|/g, '').split('|').length
        expect(columns === 0 || cells === columns, `${path}: ${line}`).toBe(true)
        columns = cells
      }
    }
  }
})

// With every kind of parameter, nested ones included: what another language has to write stays an afternoon's work.
test.each([
  ['python/portable.py', 270],
  ['python/over_numbers.py', 85],
  ['go/findings/portable.go', 350],
  ['go/findings/numbers.go', 190],
])('the interpreter %s stays within %i lines', (path, limit) => {
  const text = readFileSync(new URL(`../../../test/consumers/${path}`, import.meta.url), 'utf8')
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(limit)
})

test.each([
  ['python', 'python/client.py'],
  ['go', 'go/client/main.go'],
  ['java', 'java/Client.java'],
])('the guide for %s holds the program that the consumers run', (language, path) => {
  const program = readFileSync(new URL(`../../../test/consumers/${path}`, import.meta.url), 'utf8')
  expect(page(`languages/${language}.md`)).toContain(`\`\`\`${language}\n${program.trimEnd()}\n\`\`\`\n`)
})
