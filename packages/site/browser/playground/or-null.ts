import type { Control } from './control.js'
import type { EditedRequest } from './request.js'

/** The control of a parameter that takes null as well: a box beside it, which is cleared by a value. */
export const orNull = (control: Control, request: EditedRequest): Control => {
  const box = control.field.querySelector<HTMLInputElement>('[data-null]')
  if (box === null) return control
  box.addEventListener('change', (event) => {
    event.stopPropagation()
    control.show(undefined)
    request.set(control.name, box.checked ? null : undefined)
  })
  const clear = (event: Event): void => {
    if (event.target !== box) box.checked = false
  }
  control.field.addEventListener('input', clear)
  control.field.addEventListener('change', clear)
  return {
    ...control,
    show: (value) => {
      box.checked = value === null
      control.show(value === null ? undefined : value)
    },
  }
}
