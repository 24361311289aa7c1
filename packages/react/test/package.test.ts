/** What is exported, what it weighs, and what a server renders. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ModelTasks } from '@model-tasks/client'
import { build } from 'esbuild'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as react from '../src/index.js'

const entry = join(import.meta.dirname, '../src/index.ts')

it('exports the provider, the hooks and the journal', () => {
  expect(Object.keys(react).sort()).toEqual(['ModelTasksProvider', 'pageJournal', 'useSubmit', 'useTask', 'useUpload'])
})

it('needs React and the client alone, and weighs at most 5,000 bytes beside them, minified and compressed', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    packages: 'external',
    write: false,
    metafile: true,
  })
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  )
  const entries = ['@model-tasks/client', '@model-tasks/client/page', '@model-tasks/client/policy', 'react']
  expect([...new Set(imported)].sort()).toEqual(entries)
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(5_000)
})

it('renders on a server, where there is no storage, as loading', () => {
  const client = new ModelTasks({ baseUrl: 'https://app.example.com/api', apiKey: null })
  const states: string[] = []
  const Page = (): undefined => {
    states.push(react.useSubmit('boat').status, react.useTask('t1').status, react.useTask(undefined).status)
    states.push(react.useUpload().status)
  }
  renderToString(createElement(react.ModelTasksProvider, { client }, createElement(Page)))
  expect(states).toEqual(['loading', 'loading', 'idle', 'idle'])
})

it('a hook without its provider says which one is missing', () => {
  const Page = (): undefined => void react.useSubmit('boat')
  expect(() => renderToString(createElement(Page))).toThrow('<ModelTasksProvider client={…}>')
})
