import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loaders, protocols as catalogue } from '@model-tasks/documents/upstreams'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { reasonOf } from '../base/reason.js'
import { sha256 } from '../base/sha256.js'
import { SettingsError } from './settings-error.js'

/** A file of the operator that describes a protocol. */
export interface OwnProtocol {
  name: string
  path: string
}

/** The protocols that upstreams may speak: those of the catalogue, and those of the operator's folder. */
export class Protocols {
  #own: ReadonlyMap<string, OwnProtocol>
  #digests: ReadonlyMap<string, string>
  #folder: string
  #compiled: Promise<ReadonlyMap<string, Mapping>> | undefined

  /** `folder`: of the operator's files, if there is one. Throws `SettingsError` when it cannot be read or has a name of the catalogue. */
  constructor(folder?: string) {
    this.#folder = folder ?? ''
    this.#own = new Map((folder === undefined ? [] : filesIn(folder)).map((own) => [own.name, own]))
    this.#digests = new Map(this.own.map(({ name, path }) => [name, sha256(textOf(path))]))
  }

  get folder(): string {
    return this.#folder
  }

  /** Every name, those of the catalogue first. */
  get names(): readonly string[] {
    return [...catalogue, ...this.#own.keys()]
  }

  /** The files of the operator. */
  get own(): readonly OwnProtocol[] {
    return [...this.#own.values()]
  }

  /** What tells one text of the operator's file of that name from another; undefined for a protocol of the catalogue. */
  digestOf(name: string): string | undefined {
    return this.#digests.get(name)
  }

  /**
   * Reads and compiles a folder anew. Resolves to what takes it over and answers the names of those that are others from then
   * on. Rejects with `SettingsError`, and nothing changes, where a file is wrong.
   */
  async reread(folder: string | undefined): Promise<() => string[]> {
    const next = new Protocols(folder)
    const names = [...new Set([...this.#own.keys(), ...next.#own.keys()])]
    const changed = names.filter((name) => this.#digests.get(name) !== next.#digests.get(name)).sort()
    if (changed.length > 0) await next.check()
    return () => {
      if (changed.length === 0) return changed
      this.#own = next.#own
      this.#digests = next.#digests
      this.#folder = next.#folder
      this.#compiled = next.#compiled
      return changed
    }
  }

  /** The mapping of a protocol; undefined when there is none of that name. Rejects with `SettingsError` for a file that is wrong. */
  async load(name: string): Promise<Mapping | undefined> {
    const known = catalogue.find((one) => one === name)
    if (known !== undefined) return (await loaders[known]()).mapping
    return this.#own.has(name) ? (await this.#compileOwn()).get(name) : undefined
  }

  /** Compiles every file of the folder, also those that no upstream names. Rejects with `SettingsError` naming every mistake. */
  async check(): Promise<void> {
    if (this.#own.size > 0) await this.#compileOwn()
  }

  #compileOwn(): Promise<ReadonlyMap<string, Mapping>> {
    this.#compiled ??= compileFiles(this.own, this.folder)
    return this.#compiled
  }
}

/** Compiles files of protocols. Rejects with `SettingsError` naming every mistake in all of them, with its code, line and hint. */
export async function compileFiles(
  files: readonly OwnProtocol[],
  folder: string,
): Promise<ReadonlyMap<string, Mapping>> {
  // The checks are large, and most services have no such file.
  const { compileProtocols } = await import('@model-tasks/documents/upstreams/compiler')
  const texts = files.map(({ name, path }) => ({ name, text: textOf(path) }))
  const compiled = compileProtocols(texts, folder.replace(/\/+$/, ''))
  const mistakes = compiled.flatMap((one) => ('mistakes' in one ? one.mistakes : []))
  if (mistakes.length > 0) throw new SettingsError(mistakes.join('\n'))
  return new Map(compiled.flatMap((one) => ('mapping' in one ? [[one.name, one.mapping]] : [])))
}

function filesIn(folder: string): OwnProtocol[] {
  const names = entriesOf(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  return names.sort().map((fileName) => {
    const name = fileName.replace(/\.json$/, '')
    if (name === 'model-tasks' || catalogue.some((one) => one === name))
      throw new SettingsError(
        `protocols: ${join(folder, fileName)} has the name of a protocol that is there already; rename it`,
      )
    return { name, path: join(folder, fileName) }
  })
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new SettingsError(`protocols: the folder ${folder} cannot be read: ${reasonOf(error)}`)
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw new SettingsError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}
