import type { Finding } from '@model-tasks/validation'
import model from 'virtual:model'
import type { RequestBody } from '../../src/samples/request.js'
import { copyText } from '../copy.js'
import { loadScript } from '../load-script.js'
import type { Tasks, openTasks } from '../tasks/main.js'
import { storageKey } from '../tasks/record.js'
import { answerChecks, check, checkLatest } from './check.js'
import { connectionForm } from './connection.js'
import type { Control } from './control.js'
import { controlsOf } from './controls.js'
import { costLine } from './cost-line.js'
import { keepDraft, keptDraft } from './draft.js'
import { focusFirstError, showFault, showRejection, showReport, typedIn } from './findings.js'
import { addressWith, EditedRequest, requestIn, requestInAddress } from './request.js'
import { shownRequest } from './shown-request.js'
import { fileTaker } from './take-file.js'
import { words } from './words.js'

const opensTasks = (module: unknown): module is { openTasks: typeof openTasks } =>
  typeof module === 'object' && module !== null && 'openTasks' in module

/** Whether an earlier visit left tasks of this model in this browser. */
const hasTasks = (): boolean => {
  try {
    return localStorage.getItem(storageKey)?.includes(`"model":${JSON.stringify(model.id)}`) === true
  } catch {
    return false
  }
}

/** The playground of a model's page: a form, the request it makes, what is wrong with it, and the way to send it. */
const start = (form: HTMLFormElement): void => {
  const panel = form.closest('.panel') ?? form
  const showRequest = shownRequest(panel, form.dataset.samplesScript ?? '')
  const example = requestIn(form.dataset.example ?? '{}') ?? { model: model.id }
  const button = form.querySelector<HTMLButtonElement>('[data-send]')
  const connection = connectionForm(form)
  const showCost = costLine(form, connection)
  let turn = 0

  const refresh = (): void => {
    const { body, fault } = request
    const mine = ++turn
    if (fault !== undefined) {
      showFault(form, faulty(), fault.text)
      showCost()
      return
    }
    showRequest(body)
    keepDraft(body, example, connection.origin())
    void checkLatest(body).then((report) => {
      // A slower answer to an older request must not overwrite a newer one.
      if (mine !== turn) return
      showReport(form, controls, body, report)
      showCost(report.ok && model.invocable ? body : undefined)
      form.dataset.checked = String(turn)
    })
  }

  /** What was found in the request that was sent last. */
  let known: Finding[] = []
  let opened: Promise<Tasks> | undefined
  /** The script of tasks is loaded when there is something for it to do. */
  const tasks = (): Promise<Tasks> =>
    (opened ??= loadScript(form.dataset.tasksScript ?? '').then(
      (module: unknown) => {
        if (!opensTasks(module)) throw new Error('The script of tasks cannot be read')
        return module.openTasks({
          form,
          model: model.id,
          kind: model.kind,
          connection,
          load,
          showFindings: (findings, verdict) =>
            showRejection(form, controls, { body: request.body, found: findings, known }, verdict),
        })
      },
      () => {
        // It may be there the next time.
        opened = undefined
        throw new Error(words.noScript)
      },
    ))

  const request = new EditedRequest(example, refresh)
  const { filesScript: files = '', limitsScript: limits = '' } = form.dataset
  const controls = controlsOf(
    form,
    request,
    fileTaker(
      { files, limits },
      () => request.body,
      async (file) => (await tasks()).upload(file),
    ),
  )
  const faulty = (): Control | undefined => controls.find(({ name }) => name === request.fault?.name)
  const load = (body: RequestBody): void => {
    request.replace(body)
    for (const control of controls) control.show(request.get(control.name))
    refresh()
  }

  /** Sends the request, unless it has an error: then the focus moves to the field, and nothing leaves the page. */
  const send = async (): Promise<void> => {
    if (request.fault !== undefined) {
      typedIn(faulty())?.focus()
      return
    }
    const waiting = controls.find(({ isTaking }) => isTaking?.() === true)
    if (waiting !== undefined) throw new Error(words.onItsWay(waiting.name))
    const { body } = request
    const report = await check(body)
    known = report.findings
    showReport(form, controls, body, report)
    if (focusFirstError(form, controls, report)) return
    if (connection.required() === undefined) return
    // A button that is disabled would lose the focus.
    if (button) button.ariaDisabled = 'true'
    try {
      await (await tasks()).send(body)
    } finally {
      if (button) button.ariaDisabled = null
    }
  }

  const status = form.querySelector<HTMLElement>('[data-send-state]')
  const say = (error: unknown): void => {
    if (status) status.textContent = error instanceof Error ? error.message : String(error)
  }
  let sending = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // A second click while the first one is at work would buy the same twice.
    if (sending) return
    sending = true
    if (status) status.textContent = ''
    send()
      .catch(say)
      .finally(() => {
        sending = false
      })
  })
  form.addEventListener('keydown', (event) => {
    // Enter in a field would submit the request, and a task costs money: Send does that alone.
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    event.preventDefault()
    // A key counts once it is typed.
    if (target.closest('.connection') !== null) target.dispatchEvent(new Event('change', { bubbles: true }))
  })
  for (const name of ['dragover', 'drop'] as const)
    document.addEventListener(name, (event) => {
      // A file that misses its field would open in place of the page.
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
    })
  form.addEventListener('reset', (event) => {
    event.preventDefault()
    load(example)
  })
  form.querySelector<HTMLElement>('[data-share]')?.addEventListener('click', ({ currentTarget }) => {
    const address = addressWith(request.body)
    history.replaceState(null, '', address)
    if (currentTarget instanceof HTMLElement) void copyText(address, currentTarget)
  })
  /** Loads the request of the address. One that cannot be read is said to be so, and `otherwise` is loaded. */
  const loadShared = (otherwise: RequestBody): void => {
    const shared = requestInAddress()
    const line = form.querySelector<HTMLElement>('[data-link-state]')
    if (line) line.textContent = shared !== undefined && 'fault' in shared ? shared.fault : ''
    load(shared !== undefined && 'body' in shared ? shared.body : otherwise)
  }
  addEventListener('hashchange', () => {
    if (requestInAddress() !== undefined) loadShared(example)
  })
  connection.onOrigin(() => {
    load(keptDraft(connection.origin()) ?? example)
  })
  const draft = keptDraft(connection.origin())
  // A prompt that was typed before this script was there stays.
  const prompt = form.querySelector('textarea')
  const typed = prompt?.value ?? ''
  if (draft === undefined) loadShared(example)
  else load(draft)
  if (prompt && typed !== prompt.defaultValue) {
    prompt.value = typed
    prompt.dispatchEvent(new Event('input'))
  }
  /** Tasks of earlier visits go on. A service that is known says which values there are at the moment. */
  const wake = (): void => {
    if (hasTasks() || (connection.known() && form.querySelector('datalist'))) tasks().catch(say)
  }
  connection.onChange(wake)
  wake()
}

if (typeof document === 'undefined') answerChecks()
else {
  const form = document.querySelector<HTMLFormElement>('[data-playground]')
  if (form !== null) start(form)
}
