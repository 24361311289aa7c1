import type { Price, PriceLine } from '@model-tasks/spec/measures'
import type { PricedModelData } from '../src/facts/priced-model.js'
import { amountOf, amountText } from './amount.js'
import { copyText } from './copy.js'

/** The calculator of prices: puts the reader's choices into each model's example, and says what that costs. */

const form = document.querySelector<HTMLFormElement>('[data-prices]')

const isPriced = (value: unknown): value is PricedModelData =>
  typeof value === 'object' && value !== null && 'id' in value && 'prices' in value

const data: unknown = JSON.parse(document.querySelector('[data-price-data]')?.textContent ?? '[]')
const models = Array.isArray(data) ? data.filter(isPriced) : []

interface Choice {
  seconds: number | undefined
  resolution: string
  tasks: number
}

/** The example with the choices in it; undefined where the model does not offer one of them. */
const requestOf = (model: PricedModelData, { seconds, resolution }: Choice): Record<string, unknown> | undefined => {
  const body: Record<string, unknown> = { ...model.body, prompt: '' }
  if (seconds !== undefined && model.seconds !== undefined) {
    const [shortest, longest] = model.seconds
    if (seconds < shortest || seconds > longest) return undefined
    body.duration = typeof body.duration === 'string' ? String(seconds) : seconds
  }
  if (resolution !== '' && model.resolutions.length > 0) {
    body.resolution = model.resolutions.find((offered) => offered.toLowerCase() === resolution)
    if (body.resolution === undefined) return undefined
  }
  return body
}

const positive = (text: FormDataEntryValue | null): number | undefined => {
  const number = Number(text)
  return text !== '' && Number.isFinite(number) && number > 0 ? number : undefined
}

const choiceOf = (chosen: FormData): Choice => {
  const resolution = chosen.get('resolution')
  return {
    seconds: positive(chosen.get('seconds')),
    resolution: typeof resolution === 'string' ? resolution : '',
    tasks: positive(chosen.get('tasks')) ?? 1,
  }
}

const show = (choice: Choice, isChosen: boolean): void => {
  const head = document.querySelector<HTMLElement>('[data-amount-head]')
  if (head && isChosen) head.textContent = head.dataset.chosen ?? ''
  for (const model of models) {
    const cell = document.querySelector<HTMLElement>(`[data-model="${CSS.escape(model.id)}"] [data-amount]`)
    const body = requestOf(model, choice)
    const amount = body === undefined ? undefined : amountOf(model, body)
    if (cell) cell.textContent = amount === undefined ? '–' : amountText(model, amount * choice.tasks)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A price as the service lists it: lines, or rates by short names. */
const linesOf = (price: Record<string, unknown>, longest: number | undefined): PriceLine[] => {
  if (Array.isArray(price.lines)) return price.lines as PriceLine[]
  const rate = (name: string): number => (typeof price[name] === 'number' ? price[name] : 0)
  return [
    ...(rate('perTask') > 0 ? [{ credits: rate('perTask') }] : []),
    ...(rate('perSecond') > 0
      ? [{ credits: rate('perSecond'), per: longest === undefined ? 'seconds' : { of: 'seconds', otherwise: longest } }]
      : []),
    ...(rate('perImage') > 0 ? [{ credits: rate('perImage'), per: 'images' }] : []),
  ]
}

/** Takes the prices of the service that serves this site, with the key that this tab has for it. No other host is asked. */
const takePricesOfService = async (): Promise<boolean> => {
  const [baseUrl, key] = ['base-url', 'api-key'].map((name) => sessionStorage.getItem(name) ?? '')
  if (baseUrl === undefined || key === undefined || key === '' || !URL.canParse(baseUrl)) return false
  if (new URL(baseUrl).origin !== location.origin) return false
  const answer = await fetch(`${baseUrl.replace(/\/+$/, '')}/v2/model-center/models`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const list: unknown = answer.ok ? await answer.json() : undefined
  if (!isObject(list) || !Array.isArray(list.data)) return false
  for (const listed of list.data.filter(isObject)) {
    const model = models.find(({ id }) => id === listed.id)
    if (model === undefined || !isObject(listed.price)) continue
    const { price } = listed
    const longest = model.seconds?.[1]
    const tiers = (Array.isArray(price.tiers) ? price.tiers.filter(isObject) : []).map((tier) => ({
      when: tier.when as NonNullable<Price['tiers']>[number]['when'],
      lines: linesOf(tier, longest),
    }))
    model.prices = [{ lines: linesOf(price, longest), ...(tiers.length === 0 ? {} : { tiers }) }]
    model.isStandard = false
  }
  return true
}

if (form) {
  const query = new URLSearchParams(location.search)
  for (const field of form.elements)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = query.get(field.name) ?? ''
  const apply = (): void => {
    const choice = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value !== '') choice.set(name, value)
    show(choiceOf(new FormData(form)), choice.size > 0)
    history.replaceState(null, '', `${location.pathname}${choice.size === 0 ? '' : `?${choice.toString()}`}`)
  }
  form.addEventListener('input', apply)
  form.addEventListener('submit', (event) => event.preventDefault())
  const copy = form.querySelector<HTMLElement>('[data-copy-link]')
  copy?.addEventListener('click', () => void copyText(location.href, copy))
  if (query.size > 0) apply()
  takePricesOfService().then(
    (taken) => {
      const line = form.querySelector<HTMLElement>('[data-price-source]')
      if (!taken || !line) return
      line.textContent = line.dataset.ofService ?? ''
      apply()
    },
    () => undefined,
  )
  document.documentElement.classList.remove('asked')
}
