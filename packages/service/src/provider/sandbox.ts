import type { Renderer } from '@model-tasks/sandbox'
import type { LocalProvider, ProviderTask, Render, RenderOutcome } from './provider.js'

/** So many tasks may wait in the sandbox; how many it draws at a time is its own affair. */
const concurrency = 4

/** Renders tasks on this machine, with a renderer that is made for the first of them. */
export function sandboxProvider(makeRenderer: () => Promise<Renderer>): LocalProvider {
  let renderer: Promise<Renderer> | undefined
  return {
    kind: 'local',
    name: 'sandbox',
    takesAssets: true,
    concurrency,
    async render(task, how) {
      renderer ??= makeRenderer()
      return render(await renderer, task, how)
    },
    async close() {
      const made = await renderer
      await made?.close()
    },
  }
}

async function render(renderer: Renderer, task: ProviderTask, how: Render): Promise<RenderOutcome> {
  const { kind } = task
  if (kind !== 'video' && kind !== 'image')
    return { status: 'failed', error: `the sandbox renders videos and images; it has no renderer for ${kind}` }
  const request = { taskId: task.id, model: task.model, kind, parameters: task.parameters }
  try {
    const file = await renderer.render(request, how)
    return { status: 'completed', file }
  } catch (error) {
    if (how.signal.aborted) throw error
    return { status: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
}
