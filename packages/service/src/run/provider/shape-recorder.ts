import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ShapeRecording } from '@model-tasks/client/policy'
import type { UpstreamState } from '@model-tasks/documents/upstreams/interpreter'
import type { Log } from '../../base/log.js'
import { sha256 } from '../../base/sha256.js'

/** What is recorded of an upstream's answer. */
export interface UpstreamRecording extends ShapeRecording {
  /** What the answer means for its task, where it tells of one: without it what the answer should hold is unknown. */
  state?: UpstreamState
}

/** Takes what was recorded of an answer. Never throws. */
export type RecordShape = (recording: UpstreamRecording) => void

/**
 * Writes each different recording once, as a file of its own named after its content, so that several services can
 * share a folder. A folder that cannot be written is one line in the log.
 */
export function shapeRecorder(folder: string, log: Log): RecordShape {
  const written = new Set<string>()
  let failed = false
  return (recording) => {
    const text = `${JSON.stringify(recording, null, 2)}\n`
    const name = `${sha256(text).slice(0, 32)}.json`
    if (written.has(name)) return
    written.add(name)
    store(folder, name, text).catch((error: unknown) => {
      if (!failed) log.error('shapes of answers cannot be recorded', { folder, error })
      failed = true
    })
  }
}

/** Whole or not at all: somebody may be reading the folder, and this process may be killed. */
async function store(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const part = join(folder, `${name}.${randomUUID()}.part`)
  await writeFile(part, text)
  await rename(part, join(folder, name))
}
