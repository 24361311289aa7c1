import type { Connection } from '../tasks/service.js'
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

/** Whether a text is an absolute address. A key in the wrong field would else become a part of one, and reach a log. */
const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Whether a header can carry a text as a key. */
const isKey = (text: string): boolean => /^[!-~]+$/.test(text)

/** The origin of a base URL; empty for what is not an address. */
const originOf = (baseUrl: string): string => (isAddress(baseUrl) ? new URL(baseUrl).origin : '')

/** One of the two fields of the connection. */
export type ConnectionField = 'base-url' | 'api-key'

/** The base URL and the key, which live in this tab only, and what is wrong with them. */
export interface ConnectionForm {
  /** What is typed; undefined without an address and a key, which are then asked for. */
  required(): Connection | undefined
  /** What is typed; undefined while it is not an address and a key. */
  current(): Connection | undefined
  /**
   * What is typed, when its host may be asked before Send: it serves this site, or something was sent to it from this tab
   * before. No other is asked anything.
   */
  known(): Connection | undefined
  /** The origin of the base URL; empty for what is not an address. */
  origin(): string
  /** Shows at one of the fields what is wrong with it, and moves the focus there. */
  blame(field: ConnectionField, text: string): void
  onChange(listener: () => void): void
  /** Called when the base URL has another origin, for which nothing of what was entered for the one before is taken. */
  onOrigin(listener: () => void): void
}

/** Wires the fields of the connection. */
export const connectionForm = (form: HTMLFormElement): ConnectionForm => {
  const fieldOf = (name: ConnectionField) => {
    const input = form.querySelector<HTMLInputElement>(`[data-${name}]`)
    const line = form.querySelector<HTMLElement>(`[data-${name}-error]`)
    if (input === null || line === null) throw new Error(`The page lacks the field ${name}`)
    return {
      name,
      input,
      value: () => input.value.trim(),
      /** Says what is wrong with it; undefined: nothing. */
      say: (text?: string) => {
        line.textContent = text ?? ''
        line.hidden = text === undefined
        input.ariaInvalid = text === undefined ? null : 'true'
      },
    }
  }
  const [address, key] = [fieldOf('base-url'), fieldOf('api-key')]
  const fields = [address, key]
  const details = form.querySelector<HTMLDetailsElement>('.connection')
  const listeners: (() => void)[] = []
  const originListeners: (() => void)[] = []
  /** A key belongs to the origin for which it was typed. Another origin gets its own, or none. */
  const changeOrigin = (from: string, to: string): void => {
    if (from === to) return
    const had = key.value()
    keep(`api-key ${from}`, had)
    key.input.value = kept(`api-key ${to}`)
    keep('api-key', key.input.value)
    if (had !== '') for (const listener of originListeners) listener()
  }
  for (const { name, input, value, say } of fields) {
    input.value = kept(name) || (name === 'base-url' ? apiBesideSite() : '')
    input.addEventListener('change', () => {
      keep(name, value())
      if (name === 'base-url') {
        const [from, to] = [origin, originOf(value())]
        origin = to
        changeOrigin(from, to)
      }
      for (const listener of listeners) listener()
    })
    input.addEventListener('input', () => say())
  }
  let origin = originOf(address.value())
  const current = (): Connection | undefined =>
    isKey(key.value()) && isAddress(address.value())
      ? { baseUrl: address.value().replace(/\/+$/, ''), apiKey: key.value() }
      : undefined
  const blame = (name: ConnectionField, text: string): void => {
    const field = name === 'base-url' ? address : key
    field.say(text)
    if (details) details.open = true
    field.input.focus()
  }
  return {
    current,
    known: () => (origin === new URL(apiBesideSite()).origin || kept(`sent ${origin}`) !== '' ? current() : undefined),
    origin: () => origin,
    required: () => {
      for (const { say } of fields) say()
      const connection = current()
      if (!isAddress(address.value())) blame('base-url', words.notAddress)
      else if (connection === undefined) blame('api-key', key.value() === '' ? words.needsKey : words.notKey)
      else keep(`sent ${origin}`, 'yes')
      return connection
    },
    blame,
    onChange: (listener) => listeners.push(listener),
    onOrigin: (listener) => originListeners.push(listener),
  }
}
