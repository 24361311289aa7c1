import type { Model } from './catalogue.js'

/**
 * Remembers what `make` made of a model, so that watching makes only what a change asks for. Safe because a model object
 * never changes, and a change of its file or of any shared file gives a new one.
 */
export function perModel<Rest extends unknown[], Made>(
  make: (model: Model, ...rest: Rest) => Made,
): (model: Model, ...rest: Rest) => Made {
  const made = new WeakMap<Model, { value: Made }>()
  return (model, ...rest) => {
    const known = made.get(model)
    if (known !== undefined) return known.value
    const value = make(model, ...rest)
    made.set(model, { value })
    return value
  }
}

/**
 * Remembers what `make` made of the model that was asked for last: several emitters ask for it, one after the other, and
 * then no one does. Of thousands of models it would be too much to hold.
 */
export function perLatestModel<Rest extends unknown[], Made>(
  make: (model: Model, ...rest: Rest) => Made,
): (model: Model, ...rest: Rest) => Made {
  let latest: { model: Model; made: Made } | undefined
  return (model, ...rest) => {
    if (latest?.model !== model) latest = { model, made: make(model, ...rest) }
    return latest.made
  }
}
