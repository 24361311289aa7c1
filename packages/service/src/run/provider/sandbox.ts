import type { RenderedFile, Renderer } from '@model-tasks/sandbox'
import type { JsonObject } from '../../base/json.js'
import { once } from '../../base/once.js'
import type { LocalProvider, ProviderTask, Render, RenderOutcome } from '../../domain/provider/provider.js'

/** So many tasks may wait in the sandbox; how many it draws at a time is its own affair. */
const concurrency = 4

/** No more than so many files are drawn for one task. */
const mostOutputs = 16

/** Renders tasks on this machine, with a renderer that is made for the first of them. */
export function sandboxProvider(makeRenderer: () => Promise<Renderer>): LocalProvider {
  const renderer = once(makeRenderer)
  return {
    kind: 'local',
    name: 'sandbox',
    takesAssets: true,
    concurrency,
    async render(task, how) {
      return render(await renderer(), task, how)
    },
    async close() {
      const made = await renderer.made()?.catch(() => undefined)
      await made?.close()
    },
  }
}

async function render(renderer: Renderer, task: ProviderTask, how: Render): Promise<RenderOutcome> {
  const { id, model, kind } = task
  const { seconds, outputs, parameters } = await statedIn(model, task.parameters)
  try {
    const files: RenderedFile[] = []
    for (let number = 1; number <= outputs; number++) {
      const request = {
        taskId: number === 1 ? id : `${id}-${number}`,
        model,
        kind,
        parameters: variation(parameters, number),
        ...(seconds === undefined ? {} : { seconds }),
      }
      const onProgress = (fraction: number): void => how.onProgress((number - 1 + fraction) / outputs)
      files.push(await renderer.render(request, { ...how, onProgress }))
    }
    const [file, ...others] = files
    if (file === undefined) return { status: 'failed', error: 'the request asks for no output' }
    return { status: 'completed', file: others.length === 0 ? file : { ...file, others } }
  } catch (error) {
    if (how.signal.aborted) throw error
    return { status: 'failed', error: error instanceof Error ? error.message : String(error) }
  }
}

/** Each output of one request is another one: further ones have a seed of their own. */
function variation(parameters: JsonObject, number: number): JsonObject {
  const { seed } = parameters
  return number === 1 || typeof seed !== 'number' || seed < 0 ? parameters : { ...parameters, seed: seed + number - 1 }
}

/** A request with the defaults that depend on it, how long its result is to be and how many outputs there are, as the catalogue describes the model. */
async function statedIn(
  model: string,
  request: JsonObject,
): Promise<{ seconds: number | undefined; outputs: number; parameters: JsonObject }> {
  const [{ defaultsFor, measure, numberOf }, { pricedModels }] = await Promise.all([
    import('@model-tasks/spec/measures'),
    import('../../domain/money/priced-models.js'),
  ])
  const described = pricedModels().get(model)
  const { quantities = [] } = described ?? {}
  const parameters = described === undefined ? request : { ...request, ...defaultsFor(described, request) }
  const stated = (name: string): number | undefined => {
    const quantity = quantities.find((known) => known.name === name)
    const found = quantity && measure(quantity, parameters)
    return found && numberOf(found)
  }
  const outputs = Math.min(mostOutputs, Math.max(1, Math.round(stated('outputs') ?? 1)))
  return { seconds: stated('seconds'), outputs, parameters }
}
