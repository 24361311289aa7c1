import { basename, dirname } from 'node:path'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { printable } from '@model-tasks/validation/printable'
import { byKind } from '../../domain/task/record.js'
import { compileFiles, Protocols } from '../../settings/protocols.js'

/** The mapping in a file of an operator. Rejects with `SettingsError` naming every mistake, with its code, line and hint. */
export async function protocolInFile(path: string): Promise<Mapping> {
  const name = basename(path).replace(/\.json$/, '')
  const mapping = (await compileFiles([{ name, path }], dirname(path))).get(name)
  if (mapping === undefined) throw new TypeError(`${path} was not compiled`)
  return mapping
}

/** What `protocol check` prints of a file that is right. Rejects with `SettingsError` for one that is not. */
export async function checkProtocol(path: string): Promise<string[]> {
  const mapping = await protocolInFile(path)
  const lines = byKind(mapping.operations).map(([kind, { rows, query, cancel }]) => {
    const follow = query === undefined ? 'the answer to the submit is the result' : 'tasks are polled'
    return `  ${kind}: ${rows.length} rows; ${follow}; ${cancel === undefined ? 'no cancel' : 'can be cancelled'}`
  })
  return [`${mapping.protocol} (${mapping.title}) is right`, ...lines, `  fake: ${fakeCommand(path)}`].map(printable)
}

function fakeCommand(path: string): string {
  return `model-tasks-service fake ${path}`
}

/** What `upstreams protocols` prints: every name, with its file or as part of the catalogue. Rejects with `SettingsError` for a file that is wrong. */
export async function listProtocols(folder: string | undefined): Promise<string[]> {
  const protocols = new Protocols(folder)
  await protocols.check()
  const paths = new Map(protocols.own.map(({ name, path }) => [name, path]))
  const width = Math.max(...protocols.names.map((name) => name.length))
  const lines = protocols.names.map(async (name) => {
    const mapping = await protocols.load(name)
    return printable(`${name.padEnd(width)}  ${mapping?.title ?? ''}  ${paths.get(name) ?? 'of the catalogue'}`)
  })
  return Promise.all(lines)
}
