import { lstat, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { numbered, resultExtension, taskOfFile } from '@model-tasks/client/policy'
import type { Task } from '@model-tasks/spec'
import { Problem } from '../failure/problem.js'
import { findModel } from '../models/catalogue.js'
import { makeFolder } from './make-folder.js'
import { probeFile } from './probe.js'

/** Where results go. */
export interface Destination {
  /** As it was typed. */
  out: string
  /** `stdout` for `-`; `folder` where files in it are named after their tasks; else `file`, a name or a template. */
  to: 'stdout' | 'folder' | 'file'
  /** Whether existing files may be replaced. */
  force: boolean
}

/** What the report of a failure needs of a destination, to name the command that continues. */
export function placeOf({ out, force }: Destination): { out: string; force: boolean } {
  return { out, force }
}

export interface DestinationOptions {
  /** How many results go there. Default 1. */
  count?: number
  /** The models whose results go there, where they are known; a template is tried with each. */
  models?: readonly string[]
  /** Whether a file at this absolute path is one that may be there, as a result that was stored earlier. Default: none is. */
  isOwn?: (path: string) => boolean
  /** Whether `--force` was given. */
  force: boolean
  /** Whether standard output is a terminal, which takes no bytes. */
  terminal: boolean
  /** Whether `--json` was given, whose output would be mixed with the bytes of `-`. */
  json: boolean
}

/**
 * Reads `--out`: a file name, a folder (it exists, or the name ends in a slash), a template of `{id}`, `{model}` and
 * `{ext}`, or `-` for standard output. Creates the folders it needs and writes a file there and removes it, so that a place
 * that cannot take the result is found before a task is paid for; a template is tried with what is known of the tasks. Throws a
 * Problem that says what is wrong with the place.
 */
export async function prepareDestination(
  out: string,
  { count = 1, models = [], isOwn = () => false, force, terminal, json }: DestinationOptions,
): Promise<Destination> {
  if (out === '-') return standardOutput(count, terminal, json)
  if (out === '') throw wrong(out, 'is empty; name a file, a folder/ or - for standard output')
  const present = await stat(out).catch(() => undefined)
  const to = present?.isDirectory() === true || /[/\\]$/.test(out) ? 'folder' : 'file'
  if (count > 1 && to === 'file' && !out.includes('{id}'))
    throw wrong(out, `names one file for ${count} results; name a folder/ or a template with {id}`)
  const destination: Destination = { out, to, force }
  for (const place of new Set(models.length === 0 ? [out] : models.map((model) => forModel(destination, model)))) {
    const named = to === 'folder' ? place : dirname(place)
    const folder = withoutTemplate(named)
    await attempt(place, () => makeFolder(folder))
    if (to === 'file' && !isTemplate(place) && !isOwn(resolve(place))) await checkFree(place, force)
    const file = to === 'folder' || folder !== named ? join(folder, 'result') : place.replaceAll('{id}', idLike)
    await attempt(place, () => probeFile(file))
  }
  return destination
}

/** The place as it is for every task of a model; what only the task will tell stays a template. */
function forModel({ out, to }: Destination, model: string): string {
  if (to === 'folder') return out
  const object = findModel(model)?.kind
  const named = out.replaceAll('{model}', safe(model))
  return object === undefined ? named : named.replaceAll('{ext}', resultExtension({ object }))
}

/** As long as the ID of a task. */
const idLike = 'x'.repeat(36)

/** The folder, or the nearest one above it whose name is known before there is a task. */
function withoutTemplate(folder: string): string {
  return isTemplate(folder) ? withoutTemplate(dirname(folder)) : folder
}

function isTemplate(path: string): boolean {
  return /\{(id|model|ext)\}/.test(path)
}

/**
 * The file that a task's result goes to; its extension follows the result's URL, else the kind of the task. `number`: which of
 * the files of a task that made several, from 0; the second is named `boat-2.mp4`.
 */
export function fileFor({ out, to }: Destination, task: Pick<Task, 'id' | 'model' | 'object'>, number = 0): string {
  const extension = resultExtension(taskOfFile(task, number))
  if (to === 'folder') return numbered(join(out, `${safe(task.id)}.${extension}`), number)
  const named = out.replaceAll('{id}', safe(task.id)).replaceAll('{model}', safe(task.model))
  return numbered(named.replaceAll('{ext}', extension), number)
}

/** Throws a Problem where a file is there that must not be replaced. Devices and sockets are never replaced. */
export async function checkFree(file: string, force: boolean): Promise<void> {
  const found = await lstat(file).catch(() => undefined)
  if (found === undefined) return
  const target = found.isSymbolicLink() ? await stat(file).catch(() => undefined) : found
  if (target?.isFile() === false)
    throw wrong(file, 'is not a regular file; name another, or use --out - to write to standard output')
  if (!force) throw wrong(file, 'exists; name another file, or give --force to replace it')
}

function standardOutput(count: number, terminal: boolean, json: boolean): Destination {
  if (count > 1) throw wrong('-', `is one stream for ${count} results; name a folder/ or a template with {id}`)
  if (json) throw wrong('-', 'and --json both write to standard output; leave one out')
  if (terminal) throw wrong('-', 'would write the bytes of the result to a terminal; redirect it to a file or a pipe')
  return { out: '-', to: 'stdout', force: false }
}

async function attempt(out: string, write: () => Promise<void>): Promise<void> {
  await write().catch((error: NodeJS.ErrnoException) => {
    // Not the name of the file that tries it.
    const why = error.message.replace(/, \w+ '[^']*'$/, '')
    const isDenied = ['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')
    throw wrong(out, `cannot be written: ${why}${isDenied ? '; name another place, or let this user write there' : ''}`)
  })
}

function wrong(out: string, what: string): Problem {
  return new Problem(`--out ${out} ${what}`, 'usage')
}

/** An ID or a name as one part of a path. */
function safe(name: string): string {
  return name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_')
}
