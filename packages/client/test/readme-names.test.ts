import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const packages = join(import.meta.dirname, '..', '..')
const client = await import('../src/index.js')
const entries: Record<string, object> = {
  '@model-tasks/client': client,
  '@model-tasks/client/batch': await import('../src/batch/index.js'),
  '@model-tasks/client/journal': await import('../src/journal/index.js'),
  '@model-tasks/client/media': await import('../src/media/index.js'),
  '@model-tasks/client/page': await import('../src/page/index.js'),
  '@model-tasks/client/policy': await import('../src/policy/index.js'),
  '@model-tasks/client/testing': await import('../src/testing/index.js'),
  '@model-tasks/client/cost': await import('../src/cost/index.js'),
  '@model-tasks/client/webhooks': await import('../src/webhooks/index.js'),
  '@model-tasks/validation': await import('@model-tasks/validation'),
  '@model-tasks/validation/all': await import('@model-tasks/validation/all'),
  '@model-tasks/validation/chinese': await import('@model-tasks/validation/chinese'),
  '@model-tasks/spec': await import('@model-tasks/spec'),
}
const readmes = await Promise.all(
  (await readdir(packages)).map(async (name): Promise<[string, string]> => [
    name,
    await readFile(join(packages, name, 'README.md'), 'utf8').catch(() => ''),
  ]),
)

/** Names that READMEs use for what is not an export of ours. */
const platform = ['AbortError', 'TypeError', 'RangeError', 'Error', 'APICallError']

describe('every name in a README is exported', () => {
  for (const [name, text] of readmes) {
    it(`imports of packages/${name}`, () => {
      const imports = [...text.matchAll(/import \{([^}]+)\} from '(@model-tasks\/[^']+)'/g)]
      for (const [, names = '', entry = ''] of imports) {
        const exported = entries[entry]
        if (!exported) continue
        for (const each of names.split(',').map((part) => part.trim().split(' as ')[0] ?? ''))
          if (each && !each.startsWith('type ')) expect(Object.keys(exported), `${entry}: ${each}`).toContain(each)
      }
    })

    it(`errors of packages/${name}`, () => {
      const all = Object.values(entries).flatMap((exported) => Object.keys(exported))
      const errors = [...text.matchAll(/`([A-Z]\w*Error)`/g)].map(([, error = '']) => error)
      expect(errors.filter((error) => !all.includes(error) && !platform.includes(error))).toEqual([])
    })
  }

  it('functions and classes of the client, in code spans', async () => {
    const text = readmes.find(([name]) => name === 'client')?.[1] ?? ''
    const all = new Set(Object.values(entries).flatMap((exported) => Object.keys(exported)))
    const methods = [client.ModelTasks, client.TaskHandle].flatMap((type) => Object.getOwnPropertyNames(type.prototype))
    const called = [...text.matchAll(/`(?:await )?(?:(client|handle)\.)?(\w+)\([^`]*\)`/g)]
    const declarations = await readFile(join(packages, 'client/src/call/options.ts'), 'utf8')
    expect(called.length).toBeGreaterThan(10)
    for (const [span, , name = ''] of called) {
      const known = all.has(name) || methods.includes(name) || new RegExp(`\\b${name}\\??:`).test(declarations)
      expect(
        known || ['require', 'append', 'entries', 'toJSON', 'advance', 'timer', 'json', 'text'].includes(name),
        span,
      ).toBe(true)
    }
  })

  it('options of the client', async () => {
    const text = readmes.find(([name]) => name === 'client')?.[1] ?? ''
    const ofUploads = ['untilReviewed']
    const section = /^## Options\n\n(.*)$/m.exec(text)?.[1] ?? ''
    const listed = [...section.matchAll(/`(\w+)(?:\(\w+\))?`/g)].map(([, name = '']) => name).sort()
    const declared = [
      ...(await readFile(join(packages, 'client/src/call/options.ts'), 'utf8')).matchAll(/^ {2}(\w+)\?:/gm),
      ...(await readFile(join(packages, 'client/src/transport/observe.ts'), 'utf8')).matchAll(
        /^ {2}(on\w+|traceContext)\?:/gm,
      ),
    ].map(([, name = '']) => name)
    expect(listed).toEqual([...new Set(declared)].filter((name) => !ofUploads.includes(name)).sort())
  })
})
