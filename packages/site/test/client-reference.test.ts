import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientReference } from '../src/client-reference/kept.js'
import { readClient } from '../src/client-reference/read.js'
import { clientReferencePages } from '../src/pages/client-reference.js'
import { languages, type Language } from '../src/texts/language.js'

const [english] = languages as [Language]
const root = fileURLToPath(new URL('../../../', import.meta.url))

test('the reference of the client is that of its sources', () => {
  expect(clientReference(), 'Run: node packages/site/bin/client-reference.js').toEqual(
    readClient(`${root}packages/client`),
  )
})

test('it has the methods and the documented errors of the client, and nothing private', () => {
  const [main] = clientReference()
  const named = new Map(main?.declarations.map((declaration) => [declaration.name, declaration]))
  const methods = named.get('ModelTasks')?.members.map(({ name }) => name)
  expect(methods).toEqual(expect.arrayContaining(['constructor', 'submit', 'run', 'task', 'runAll', 'resumeAll']))
  expect(methods?.filter((name) => name.startsWith('#'))).toEqual([])
  expect(named.get('SubmitUnknownError')).toMatchObject({ extends: 'ModelTasksError' })
  for (const { name, description } of main?.declarations ?? [])
    if (name.endsWith('Error')) expect(description, name).not.toBe('')
})

test.each(languages)('every export stands on one page of the reference in $tag, which the index links', (language) => {
  const [index, ...parts] = clientReferencePages(language)
  const places = parts.flatMap(({ path, markdown = '' }) =>
    [...markdown.matchAll(/<a id="(\w+)"><\/a>/g)].map(([, name]) => `${path.slice('guides/client/'.length)}#${name}`),
  )
  const linked = [...(index?.markdown ?? '').matchAll(/guides\/client\/([\w-]+\/)index\.md(#\w+)\)/g)]
  expect(linked.map(([, folder, anchor]) => `${folder}${anchor}`)).toEqual(places)
  const names = clientReference().flatMap(({ declarations }) => declarations.map(({ name }) => name))
  expect(places.map((place) => place.split('#')[1]).toSorted()).toEqual(names.toSorted())
})

test('a class stands with the options that its methods take, and no page is long', () => {
  const pages = new Map(clientReferencePages(english).map(({ path, markdown = '' }) => [path, markdown]))
  expect(pages.get('guides/client/model-tasks/')).toContain('<a id="CallOptions"></a>')
  expect(pages.get('guides/client/task-handle/')).toContain('<a id="DownloadOptions"></a>')
  // An example for each method takes nine lines or so, and the list of contents beside the page names them all.
  for (const [path, markdown] of pages) expect(markdown.split('\n').length, path).toBeLessThan(680)
})

test('every message in the guide to errors is one that the sources write', () => {
  const guide = (language: string): string[] => {
    const text = readFileSync(new URL(`../content/${language}/errors.md`, import.meta.url), 'utf8')
    const [, section = ''] = text.split(/^## (?:By message|按消息)$/m)
    return [...section.matchAll(/<a id="[^"]+"><\/a>`(.+?)` +\|/g)].map(([, message = '']) => message)
  }
  const messages = guide('en')
  expect(messages.length).toBeGreaterThan(12)
  expect(guide('zh')).toEqual(messages)
  const sources = execFileSync(
    'cat',
    [
      ...execFileSync(
        'git',
        [
          'ls-files',
          'packages/client/src',
          'packages/validation/src',
          'packages/service/src',
          'spec/models',
          'spec/findings.json',
        ],
        {
          cwd: root,
          encoding: 'utf8',
        },
      )
        .trim()
        .split('\n'),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64e6 },
  )
  expect(messages.filter((message) => !sources.includes(message))).toEqual([])
})
