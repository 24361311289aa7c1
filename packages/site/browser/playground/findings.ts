import type { Finding, Report } from '@model-tasks/validation'
import model from 'virtual:model'
import type { RequestBody } from '../../src/samples/request.js'
import { make } from '../make.js'
import type { Control } from './control.js'
import { focusFinding, placeOf } from './focus.js'
import { words } from './words.js'

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0)

/** The fields a finding is shown at: its own, and each one that takes part in a rule between parameters. */
const fieldsOf = ({ rule, parameter }: Finding, body: RequestBody): string[] => {
  const involved = model.rules.find(({ id }) => id === rule)?.parameters.filter((name) => !isEmpty(body[name])) ?? []
  return [...new Set([...(parameter === undefined ? [] : [parameter]), ...involved])]
}

/** The text of a finding at a field: without that field's own name in front. The names of several fields stay. */
const textAt = (finding: Finding): string => {
  const [, where, text = ''] = /^([^:：]+)(?:: |：)(.*)$/s.exec(finding.message) ?? []
  if (where === undefined || where.replace(/\[\d+\]$/, '') !== finding.parameter) return finding.message
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const clear = (form: HTMLElement): void => {
  for (const marked of form.querySelectorAll('[data-parameter] [aria-invalid]')) marked.removeAttribute('aria-invalid')
  for (const line of form.querySelectorAll<HTMLElement>('[data-parameter] .finding')) {
    line.hidden = true
    line.replaceChildren()
    delete line.dataset.rules
  }
}

const showAt = (finding: Finding, control: Control): boolean => {
  const { input, line } = placeOf(finding, control)
  if (line === null) return false
  line.append(make('span', { className: finding.severity }, textAt(finding)))
  line.hidden = false
  line.dataset.rules = `${line.dataset.rules ?? ''} ${finding.rule}`.trim()
  if (finding.severity === 'error' && input instanceof HTMLElement && input.tagName !== 'FIELDSET')
    input.ariaInvalid = 'true'
  return true
}

const summary = (report: Report): [text: string, kind: string] => {
  const errors = report.findings.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return [words.errors(errors), 'bad']
  if (!model.invocable) return [words.closed, 'advised']
  return report.findings.length > 0 ? [words.advised, 'advised'] : [words.fine, '']
}

const showVerdict = (
  form: HTMLElement,
  [text, kind]: [text: string, kind: string],
  ...lines: (HTMLElement | string)[]
): void => {
  const verdict = form.querySelector<HTMLElement>('[data-verdict]')
  if (verdict === null) return
  const shown = make('p', {}, text, ...lines)
  // What stays as it is would be announced once more.
  if (verdict.className === `verdict ${kind}` && verdict.innerHTML === shown.innerHTML) return
  verdict.className = `verdict ${kind}`
  verdict.replaceChildren(...shown.childNodes)
}

/** A link of the verdict to the field where a finding can be corrected. */
const fieldLink = (finding: Finding, control: Control): HTMLAnchorElement => {
  const link = make('a', { className: 'mono', href: `#e-${control.name}` }, control.name)
  link.addEventListener('click', (event) => {
    // The hash of the address may hold a shared request: it stays as it is.
    event.preventDefault()
    focusFinding(finding, control)
  })
  return link
}

/** Where a value of a control is typed. */
export const typedIn = (control: Control | undefined): HTMLElement | null | undefined =>
  control?.field.querySelector<HTMLElement>('textarea, input[type="text"]')

/** Shows that what was typed into a control is not a request at all. */
export const showFault = (form: HTMLElement, control: Control | undefined, fault: string): void => {
  clear(form)
  const line = control?.field.querySelector<HTMLElement>('.finding')
  line?.replaceChildren(fault)
  if (line) line.hidden = false
  typedIn(control)?.setAttribute('aria-invalid', 'true')
  showVerdict(form, [words.errors(1), 'bad'])
}

/** Shows each finding at every field that it involves, and links the verdict to those fields. What belongs to no field is in the verdict itself. */
const showFindings = (
  form: HTMLElement,
  controls: Control[],
  body: RequestBody,
  findings: Finding[],
  verdict: [text: string, kind: string],
): void => {
  clear(form)
  const links = new Map<string, HTMLAnchorElement>()
  const homeless: HTMLElement[] = []
  for (const finding of findings) {
    const shown = fieldsOf(finding, body).flatMap((name) => {
      const control = controls.find((candidate) => candidate.name === name)
      return control !== undefined && showAt(finding, control) ? [control] : []
    })
    if (shown.length === 0) homeless.push(make('span', { className: 'homeless' }, finding.message))
    for (const control of shown) if (!links.has(control.name)) links.set(control.name, fieldLink(finding, control))
  }
  showVerdict(form, verdict, ...[...links.values()].flatMap((link) => [' ', link]), ...homeless)
}

/** Shows what was found before a request is sent. */
export const showReport = (form: HTMLElement, controls: Control[], body: RequestBody, report: Report): void =>
  showFindings(form, controls, body, report.findings, summary(report))

/** Shows what the service found; what was found here too keeps its words. */
export const showRejection = (
  form: HTMLElement,
  controls: Control[],
  { body, found, known }: { body: RequestBody; found: Finding[]; known: Finding[] },
  verdict: string,
): void => {
  const worded = found.map(
    (finding) => known.find(({ rule, path }) => rule === finding.rule && path === finding.path) ?? finding,
  )
  showFindings(form, controls, body, worded, [verdict, 'bad'])
}

/** Moves the focus to the first field with an error. False where there is no such field. */
export const focusFirstError = (form: HTMLElement, controls: Control[], report: Report): boolean => {
  const error = report.findings.find(({ severity }) => severity === 'error')
  if (error === undefined) return false
  const control = controls.find(({ name }) => name === error.parameter)
  if (control === undefined) form.querySelector<HTMLElement>('[data-verdict]')?.focus()
  else focusFinding(error, control)
  return true
}
