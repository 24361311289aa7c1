import type { Finding } from '@model-tasks/validation'
import type { Control } from './control.js'

/** The place in an array that a finding's path names, such as 0 in `/first_image/0`. */
const itemOf = (finding: Pick<Finding, 'path'>): number | undefined => {
  const index = /^\/[^/]+\/(\d+)/.exec(finding.path)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** Where a finding is shown in a control: the element it is about, and the line that takes its text. */
export interface Place {
  input: Element | null
  line: HTMLElement | null
}

/** The place of a finding in a control: the item its path names, else the whole control. */
export const placeOf = (finding: Pick<Finding, 'path'>, { name, field }: Control): Place => {
  const item = itemOf(finding)
  const named = finding.path.split('/')[1]
  const row = item === undefined || named !== name ? undefined : field.querySelectorAll<HTMLElement>('.urls li')[item]
  return {
    input: row?.querySelector('input') ?? field.querySelector('textarea, input[type="text"], fieldset'),
    line: row?.querySelector<HTMLElement>('.finding') ?? field.querySelector<HTMLElement>(`[id="e-${name}"]`),
  }
}

/** Moves the focus to where a finding can be corrected, and brings it into view. */
export const focusFinding = (finding: Pick<Finding, 'path'>, control: Control): void => {
  const { input } = placeOf(finding, control)
  const target =
    input instanceof HTMLElement && input.tagName !== 'FIELDSET'
      ? input
      : control.field.querySelector<HTMLElement>('.urls input, input:checked, input[type="radio"], button')
  control.field.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
