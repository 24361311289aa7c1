import type { Renderer } from '@model-tasks/sandbox'
import type { Follow, Provider, ProviderOutcome, ProviderTask } from './provider.js'

/** The part of `@model-tasks/sandbox` that this provider needs. */
export interface SandboxModule {
  createRenderer(): Renderer
}

/**
 * Renders tasks on this machine. Accepting one costs nothing, so it is idempotent; a render that was cut off
 * begins again, with the same bytes for the same request.
 */
export function sandboxProvider(sandbox: SandboxModule): Provider {
  const renderer = sandbox.createRenderer()
  return {
    name: 'sandbox',
    idempotent: true,
    attachable: false,
    concurrency: 1,
    submit: async (task) => ({ answer: 'accepted', reference: task.id }),
    follow: (task, _reference, follow) => render(renderer, task, follow),
    close: () => renderer.close(),
  }
}

async function render(renderer: Renderer, task: ProviderTask, follow: Follow): Promise<ProviderOutcome> {
  const request = { taskId: task.id, model: task.model, kind: task.kind, parameters: task.parameters }
  try {
    const file = await renderer.render(request, follow)
    return { status: 'completed', file }
  } catch (error) {
    if (follow.signal.aborted) throw error
    return { status: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
}
