import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { wait as systemWait, type Wait } from './clock.js'
import { readDirectives } from './directives.js'
import { fileType } from './file-type.js'
import { planRender } from './plan.js'
import { RenderFailedError } from './render-failed-error.js'
import type { ModelDefaults, RenderedFile, RenderRequest } from './request.js'
import { createTurns } from './turns.js'
import { createWorker } from './worker.js'

export interface RenderOptions {
  /** Where the file goes; made when it is missing. */
  directory: string
  signal?: AbortSignal
  /** Share of the work done, 0 to 1, growing. */
  onProgress?: (fraction: number) => void
}

export interface Renderer {
  /**
   * Renders one file as `<taskId>.mp4`, `.png`, `.mp3`, `.wav` or `.glb`; it appears under that name only when it is whole.
   * Rejects with `RenderFailedError` when the prompt asks for it or drawing fails, and with the signal's reason when it aborts.
   */
  render(request: RenderRequest, options: RenderOptions): Promise<RenderedFile>
  /** Ends the drawing processes. Renders that still run fail. */
  close(): Promise<void>
}

export interface RendererOptions {
  /** Values of parameters that requests leave out, by Model ID. */
  defaults?: ModelDefaults
  /** Files drawn at the same time, each in a process of its own; by default one for two processors, at most four. */
  concurrency?: number
  /** Draws the seed of a request without one, 0 to 2147483647. */
  drawSeed?: () => number
  /** How `[[delay: …]]` waits. */
  wait?: Wait
  /** The module that draws; for tests that let it fail. */
  childModule?: URL
}

const TASK_ID = /^[\w.-]{1,200}$/u

/** The module of the drawing process. Where tests run this source itself, the process still runs what was compiled. */
const drawingModule = (here: string): URL => new URL(here.endsWith('.ts') ? '../dist/child.js' : './child.js', here)

/** A renderer whose drawing happens in child processes: they start with the first render, stay warm, and are replaced when they die. */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const {
    concurrency = Math.min(4, Math.max(1, availableParallelism() >> 1)),
    drawSeed = () => randomInt(2_147_483_648),
    wait = systemWait,
  } = options
  const module = options.childModule ?? drawingModule(import.meta.url)
  const workers = Array.from({ length: concurrency }, () => createWorker(module))
  const turns = createTurns(workers)
  let closed = false

  return {
    async render(request, { directory, signal, onProgress }) {
      if (closed) throw new RenderFailedError('the renderer is closed')
      if (!TASK_ID.test(request.taskId) || /^\.+$/u.test(request.taskId))
        throw new RenderFailedError(
          `"${request.taskId}" cannot name a file; use letters, digits, dot, dash and underscore`,
        )
      const prompt = request.parameters['prompt']
      const directives = readDirectives(typeof prompt === 'string' ? prompt : '')
      if (directives.delayMilliseconds > 0) await wait(directives.delayMilliseconds, signal)
      if (directives.fail !== undefined) throw new RenderFailedError(directives.fail)
      const plan = planRender(request, { defaults: options.defaults?.[request.model] ?? {}, drawSeed })
      await mkdir(directory, { recursive: true })
      return turns.take(async (worker) => {
        try {
          return await worker.draw({ plan, directory, name: request.taskId }, { signal, onProgress })
        } catch (error) {
          await rm(join(directory, `${request.taskId}.${fileType(plan).extension}.part`), { force: true })
          throw error
        }
      }, signal)
    },
    async close() {
      closed = true
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
