import { checkRequest } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
import model from 'virtual:model'
import { sampleLanguages } from '../../src/samples/languages.js'
import type { RequestBody } from '../../src/samples/request.js'
import { copyText } from '../copy.js'
import { controlsOf } from './controls.js'
import { showFault, showReport } from './findings.js'
import { addressWith, EditedRequest, requestIn, requestInAddress } from './request.js'
import { sendButton } from './send-button.js'
import { inChinese } from './words.js'

/** The playground of a model's page: a form, the request it makes, what is wrong with it, and the way to send it. */
const start = (form: HTMLFormElement): void => {
  const panel = form.parentElement ?? form
  const blocks = [...panel.querySelectorAll<HTMLElement>('[data-code]')]
  const example = requestIn(blocks.find((block) => block.dataset.code === 'json')?.textContent ?? '{}') ?? {
    model: model.id,
  }
  let turn = 0

  const refresh = (): void => {
    const { body, fault } = request
    const mine = ++turn
    if (fault !== undefined) {
      showFault(form, controls[0], fault)
      return
    }
    for (const block of blocks) {
      const language = sampleLanguages.find(({ id }) => id === block.dataset.code)
      const text =
        language?.write({ body, kind: model.kind, invocable: model.invocable }) ?? `${JSON.stringify(body, null, 2)}\n`
      block.querySelector('code')?.replaceChildren(text)
    }
    void checkRequest(body, inChinese ? { language: chinese } : {}).then((report) => {
      // A slower answer to an older request must not overwrite a newer one.
      if (mine !== turn) return
      showReport(form, controls, report)
      form.dataset.checked = String(turn)
    })
  }

  const request = new EditedRequest(example, refresh)
  const controls = controlsOf(form, request)
  const load = (body: RequestBody): void => {
    request.replace(body)
    for (const control of controls) control.show(request.get(control.name))
    refresh()
  }

  form.addEventListener('reset', (event) => {
    event.preventDefault()
    load(example)
  })
  form.querySelector<HTMLElement>('[data-share]')?.addEventListener('click', ({ currentTarget }) => {
    const address = addressWith(request.body)
    history.replaceState(null, '', address)
    if (currentTarget instanceof HTMLElement) void copyText(address, currentTarget)
  })
  addEventListener('hashchange', () => {
    const shared = requestInAddress()
    if (shared !== undefined) load(shared)
  })
  sendButton(form, () => (request.fault === undefined ? request.body : undefined))
  load(requestInAddress() ?? example)
}

const form = document.querySelector<HTMLFormElement>('[data-playground]')
if (form !== null) start(form)
