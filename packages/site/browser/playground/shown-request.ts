import type { RequestBody } from '../../src/samples/request.js'
import { coloured } from '../../src/samples/colours.js'
import model from 'virtual:model'
import { loadScript } from '../load-script.js'
import type { write } from '../samples.js'

interface SamplesModule {
  write: typeof write
}

const writesSamples = (module: unknown): module is SamplesModule =>
  typeof module === 'object' && module !== null && 'write' in module

/** Characters of a line beyond which it is not wrapped: Chromium's time for that grows with the square of its length. */
const longest = 5000

const show = (block: HTMLElement, program: string): void => {
  block.classList.toggle(
    'unwrapped',
    program.split('\n').some((line) => line.length > longest),
  )
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
    if (chosen === 'json') return show(block, `${JSON.stringify(current, null, 2)}\n`)
    samples ??= load()
    samples.then(
      ({ write }) => {
        if (current === undefined) return
        show(block, write(chosen, { body: current, kind: model.kind, invocable: model.invocable }) ?? '')
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
