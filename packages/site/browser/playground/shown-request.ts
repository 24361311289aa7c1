import type { JsonValue } from '@model-tasks/spec'
import type { RequestBody } from '../../src/samples/request.js'
import { coloured } from '../../src/samples/colours.js'
import model from 'virtual:model'
import { loadScript } from '../load-script.js'
import { hasLongLine } from '../long-text.js'
import type { write } from '../samples.js'

interface SamplesModule {
  write: typeof write
}

const writesSamples = (module: unknown): module is SamplesModule =>
  typeof module === 'object' && module !== null && 'write' in module

/** Characters of a text of a request that are shown. It is copied whole. */
const longestText = 10_000

const shortened = (value: JsonValue): JsonValue =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…` : value

const isLong = (body: RequestBody): boolean =>
  Object.values(body).some((value) => typeof value === 'string' && value.length > longestText)

/** A request with its long texts shortened. */
const shortenedRequest = (body: RequestBody): RequestBody => ({
  model: body.model,
  ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shortened(value)])),
})

/** Shows the program that `write` makes of a request, with long texts shortened; the button copies the whole. */
const show = (block: HTMLElement, body: RequestBody, write: (body: RequestBody) => string): void => {
  const copy = block.closest('[data-code-tabs]')?.querySelector<HTMLElement>('[data-copy-code]')
  if (copy && isLong(body)) copy.dataset.copy = write(body)
  else delete copy?.dataset.copy
  const program = write(isLong(body) ? shortenedRequest(body) : body)
  block.classList.toggle('unwrapped', hasLongLine(program))
  block.querySelector('code')?.replaceChildren(
    ...coloured(program).map(({ text, colour }) => {
      if (colour === undefined) return text
      return Object.assign(document.createElement('i'), { className: colour, textContent: text })
    }),
  )
}

/** Shows a request beside the form: as JSON, and as a program in the language the reader has chosen. */
export const shownRequest = (panel: Element, samplesScript: string): ((body: RequestBody) => void) => {
  const blocks = [...panel.querySelectorAll<HTMLElement>('[data-code]')]
  const tabs = panel.querySelector('[data-code-tabs]')
  let current: RequestBody | undefined
  let samples: Promise<SamplesModule> | undefined
  const load = async (): Promise<SamplesModule> => {
    const module: unknown = await loadScript(samplesScript)
    if (!writesSamples(module)) throw new Error('The script of samples cannot be read')
    return module
  }
  const refresh = (): void => {
    const chosen = tabs?.querySelector<HTMLInputElement>('input:checked')?.value
    const block = blocks.find(({ dataset }) => dataset.code === chosen)
    if (current === undefined || block === undefined || chosen === undefined) return
    if (chosen === 'json') return show(block, current, (body) => `${JSON.stringify(body, null, 2)}\n`)
    samples ??= load()
    samples.then(
      ({ write }) => {
        if (current === undefined) return
        show(block, current, (body) => write(chosen, { body, kind: model.kind, invocable: model.invocable }) ?? '')
      },
      () => {
        // The page's own program stays; the script may be there the next time.
        samples = undefined
      },
    )
  }
  tabs?.addEventListener('change', refresh)
  return (body) => {
    current = body
    refresh()
  }
}
