import model from 'virtual:model'
import type { RequestBody } from '../../src/samples/request.js'
import type { Sender } from '../send.js'
import { words } from './words.js'

const kept = (name: string): string => {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}
const keep = (name: string, value: string): void => {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    /* It is then kept for this page alone. */
  }
}

const apiBesideSite = (): string => new URL(`${document.body.dataset.root ?? ''}api`, location.href).href

const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties)

const resultOf = (url: string): HTMLElement[] => [
  model.kind === 'video'
    ? element('video', { src: url, controls: true, playsInline: true })
    : element('img', { src: url, alt: model.id }),
  element('a', { href: url, textContent: words.open, target: '_blank', rel: 'noreferrer' }),
]

/** Errors after which nothing is known but that no answer came. */
const unreachable = ['ConnectionError', 'SubmitUnknownError']

const isSender = (module: unknown): module is Sender =>
  typeof module === 'object' && module !== null && 'send' in module

/** Wires the Send button, which does nothing while there is no body: base URL and key live in this tab; progress, result, cost and errors are shown below it. */
export const sendButton = (form: HTMLFormElement, body: () => RequestBody | undefined): void => {
  const find = <Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind => {
    const found = form.querySelector(selector)
    if (!(found instanceof kind)) throw new Error(`The page lacks ${selector}`)
    return found
  }
  const baseUrl = find('[data-base-url]', HTMLInputElement)
  const apiKey = find('[data-api-key]', HTMLInputElement)
  const button = find('[data-send]', HTMLButtonElement)
  const state = find('[data-send-state]', HTMLElement)
  const outcome = find('[data-outcome]', HTMLElement)
  baseUrl.value = kept('base-url') || apiBesideSite()
  apiKey.value = kept('api-key')
  baseUrl.addEventListener('change', () => keep('base-url', baseUrl.value))
  apiKey.addEventListener('change', () => keep('api-key', apiKey.value))

  let running: AbortController | undefined
  const bar = element('progress', { max: 1, ariaLabel: 'progress' })

  const connection = find('.connection', HTMLDetailsElement)
  const lines = new Map([
    [baseUrl, find('[data-base-url-error]', HTMLElement)],
    [apiKey, find('[data-api-key-error]', HTMLElement)],
  ])
  const clear = (): void => {
    for (const [input, line] of lines) {
      input.removeAttribute('aria-invalid')
      line.hidden = true
    }
  }
  /** Shows at one of the connection's own fields what is wrong with it. */
  const blame = (input: HTMLInputElement, text: string): void => {
    const line = lines.get(input)
    if (line === undefined) return
    line.textContent = text
    line.hidden = false
    input.ariaInvalid = 'true'
    connection.open = true
    outcome.hidden = true
    state.textContent = ''
    input.focus()
  }

  const send = async (): Promise<void> => {
    const asked = body()
    if (asked === undefined) return
    clear()
    if (apiKey.value === '') {
      blame(apiKey, words.needsKey)
      return
    }
    running = new AbortController()
    connection.open = false
    button.textContent = words.stop
    state.textContent = words.sending
    outcome.hidden = false
    outcome.replaceChildren(bar)
    bar.removeAttribute('value')
    let id = ''
    try {
      const sender: unknown = await import(new URL(form.dataset.sendScript ?? '', location.href).href)
      if (!isSender(sender)) throw new Error('The script that sends cannot be read')
      const task = await sender.send({
        baseUrl: baseUrl.value,
        apiKey: apiKey.value,
        body: asked,
        signal: running.signal,
        onTask: (now, fraction) => {
          id = now.id
          state.textContent = `${now.id} · ${now.status}`
          if (fraction !== undefined) bar.value = fraction
        },
      })
      state.textContent = `${task.id} · ${task.status}${typeof task.amount === 'number' ? ` · ${task.amount} ${words.credits}` : ''}`
      outcome.replaceChildren(...resultOf(task.result_url ?? ''))
    } catch (error) {
      const stopped = running.signal.aborted
      const name = !stopped && error instanceof Error ? error.name : ''
      if (name === 'AuthenticationError') {
        blame(apiKey, words.badKey)
        return
      }
      if (id === '' && unreachable.includes(name)) {
        blame(baseUrl, words.unreachable(baseUrl.value))
        // It may have been accepted all the same: that must not be lost.
        outcome.hidden = name === 'ConnectionError'
        outcome.replaceChildren(
          element('p', { className: 'note', textContent: error instanceof Error ? error.message : '' }),
        )
        return
      }
      state.textContent = stopped ? '' : words.failed
      outcome.replaceChildren(
        element('p', {
          className: stopped ? 'note' : 'finding',
          textContent: stopped ? `${words.resume} ${id}` : error instanceof Error ? error.message : String(error),
        }),
      )
    } finally {
      running = undefined
      button.textContent = words.send
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (running === undefined) void send()
    else running.abort()
  })
}
