import type { Finding, Report } from '@model-tasks/validation'
import model from 'virtual:model'
import type { Control } from './controls.js'
import { words } from './words.js'

/** The finding's text without the field's name in front, as it stands at that field; the names of several fields stay as they are. */
const textAt = (finding: Finding): string => {
  const [, where, text = ''] = /^([^:：]+)(?:: |：)(.*)$/s.exec(finding.message) ?? []
  if (where === undefined || where.replace(/\[\d+\]$/, '') !== finding.parameter) return finding.message
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const placeOf = (finding: Finding, control: Control): { input: Element | null; line: Element | null } => {
  const index = /^\/[^/]+\/(\d+)/.exec(finding.path)?.[1]
  const row = index === undefined ? undefined : control.field.querySelectorAll('.urls li')[Number(index)]
  return {
    input: row?.querySelector('input') ?? control.field.querySelector('textarea, input[type="text"], fieldset'),
    line: row?.querySelector('.finding') ?? control.field.querySelector(`[id="e-${control.name}"]`),
  }
}

const clear = (form: HTMLElement): void => {
  for (const marked of form.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid')
  for (const line of form.querySelectorAll<HTMLElement>('.finding')) {
    line.hidden = true
    line.replaceChildren()
    delete line.dataset.rules
  }
}

const textLine = (text: string, kind: string): HTMLElement => {
  const line = document.createElement('span')
  line.className = kind
  line.textContent = text
  return line
}

const showAt = (finding: Finding, control: Control): boolean => {
  const { input, line } = placeOf(finding, control)
  if (!(line instanceof HTMLElement)) return false
  line.append(textLine(textAt(finding), finding.severity))
  line.hidden = false
  line.dataset.rules = `${line.dataset.rules ?? ''} ${finding.rule}`.trim()
  if (finding.severity === 'error' && input instanceof HTMLElement && input.tagName !== 'FIELDSET')
    input.ariaInvalid = 'true'
  return true
}

const summary = (report: Report): [text: string, kind: string] => {
  const errors = report.findings.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return [errors === 1 ? words.oneError : words.errors(errors), 'bad']
  if (!model.invocable) return [words.closed, 'advised']
  return report.findings.length > 0 ? [words.advised, 'advised'] : [words.fine, '']
}

const showVerdict = (
  form: HTMLElement,
  [text, kind]: [text: string, kind: string],
  lines: HTMLElement[] = [],
): void => {
  const verdict = form.querySelector<HTMLElement>('[data-verdict]')
  if (verdict === null) return
  verdict.className = `verdict ${kind}`
  verdict.replaceChildren(text, ...lines)
}

/** Shows that what was typed into a control is no request at all. */
export const showFault = (form: HTMLElement, control: Control | undefined, fault: string): void => {
  clear(form)
  const line = control?.field.querySelector<HTMLElement>('.finding')
  line?.replaceChildren(fault)
  if (line) line.hidden = false
  control?.field.querySelector('textarea')?.setAttribute('aria-invalid', 'true')
  showVerdict(form, [words.oneError, 'bad'])
}

/** Shows each finding at its field; what belongs to no field stands in the verdict. */
export const showReport = (form: HTMLElement, controls: Control[], report: Report): void => {
  clear(form)
  const homeless = report.findings.filter((finding) => {
    const control = controls.find(({ name }) => name === finding.parameter)
    return control === undefined || !showAt(finding, control)
  })
  showVerdict(
    form,
    summary(report),
    homeless.map((finding) => textLine(finding.message, 'homeless')),
  )
}
