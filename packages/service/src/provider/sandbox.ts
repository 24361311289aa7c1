import type { Renderer } from '@model-tasks/sandbox'
import type { Follow, Provider, ProviderOutcome, ProviderTask } from './provider.js'

/** So many tasks may wait in the sandbox; how many it draws at a time is its own affair. */
const concurrency = 4

/**
 * Renders tasks on this machine, with a renderer that is made for the first of them. Accepting a task costs nothing, so
 * it is idempotent; a render that was cut off begins again.
 */
export function sandboxProvider(makeRenderer: () => Promise<Renderer>): Provider {
  let renderer: Promise<Renderer> | undefined
  return {
    name: 'sandbox',
    attachable: false,
    takesAssets: true,
    concurrency,
    idempotent: async () => true,
    submit: async (task) => ({ answer: 'accepted', reference: task.id }),
    async follow(task, _reference, follow) {
      renderer ??= makeRenderer()
      return render(await renderer, task, follow)
    },
    async close() {
      const made = await renderer
      await made?.close()
    },
  }
}

async function render(renderer: Renderer, task: ProviderTask, follow: Follow): Promise<ProviderOutcome> {
  const { kind } = task
  if (kind !== 'video' && kind !== 'image')
    return { status: 'failed', error: `the sandbox renders videos and images; it has no renderer for ${kind}` }
  const request = { taskId: task.id, model: task.model, kind, parameters: task.parameters }
  try {
    const file = await renderer.render(request, follow)
    return { status: 'completed', file }
  } catch (error) {
    if (follow.signal.aborted) throw error
    return { status: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
}
