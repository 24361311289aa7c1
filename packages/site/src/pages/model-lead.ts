import type { Model } from '@model-tasks/spec/catalogue'
import { capabilitiesOf } from '../facts/capabilities.js'
import { fill } from '../texts/fill.js'
import type { Language } from '../texts/language.js'
import { inputsText } from './finder.js'

/** The sentence under a model's id: the catalogue's own in English, made of its facts elsewhere, so that a new model needs no other text. */
export const leadOf = (model: Model, { code, texts }: Language): string => {
  if (code === 'en') return model.description
  if (!model.reference) return texts.leadUnknown
  const { inputs, seconds } = capabilitiesOf(model)
  return (
    [
      fill(inputs.length === 0 ? texts.leadText : texts.leadInputs, {
        output: texts[model.kind],
        inputs: inputsText(inputs, texts),
      }),
      ...(seconds === undefined
        ? []
        : [
            fill(texts.leadSeconds, {
              seconds: seconds[0] === seconds[1] ? String(seconds[0]) : `${seconds[0]}–${seconds[1]}`,
            }),
          ]),
      ...(model.availability.status === 'available' ? [] : [texts.leadClosed]),
    ].join('') + texts.leadEnd
  )
}
