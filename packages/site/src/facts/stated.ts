import type { Model } from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'
import { sourceLine } from './source.js'
import { isUnknown } from './value.js'

/** Something said of a model as a whole. */
export interface StatedFact {
  label: string
  text: string
  /** The section of the interface that says it, or that leaves it open. */
  source: string
  /** The entry of the unknowns that says why it was inferred, where the interface does not say it in words. */
  inferred?: string
}

const yesNo = (value: boolean, texts: Texts): string => (value ? texts.yes : texts.no)

/** Whether a model takes ids of the asset library. Where that is not stated a model with a table takes URLs; of another nothing is known. */
export const assetLibraryText = ({ assetLibrary, reference }: Model, texts: Texts): string => {
  if (!isUnknown(assetLibrary)) return yesNo(assetLibrary, texts)
  return reference ? texts.urlsOnly : texts.notShown
}

/** What is said of a model beside its table, in the order of the page. */
export const statedFacts = (model: Model, texts: Texts): StatedFact[] => {
  const { availability, displayName, sources } = model
  return [
    {
      label: texts.availability,
      text:
        availability.status === 'available'
          ? texts.available
          : `${texts.unavailable}${texts.colon}${availability.reason}`,
      source: sourceLine(sources.availability, texts),
      ...(availability.status === 'available' && availability.inferred === true ? { inferred: 'availability' } : {}),
    },
    {
      label: texts.displayName,
      text: isUnknown(displayName) ? texts.notShown : displayName,
      source: sourceLine(sources.displayName, texts),
    },
    {
      label: texts.assetLibrary,
      text: assetLibraryText(model, texts),
      source: sourceLine(sources.assetLibrary, texts),
    },
    { label: texts.inPublishedList, text: yesNo(model.listed, texts), source: sourceLine(sources.listed, texts) },
  ]
}
