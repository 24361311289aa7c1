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
}

/** What is said of a model beside its table, in the order of the page. */
export const statedFacts = (model: Model, texts: Texts): StatedFact[] => {
  const { availability, displayName, assetLibrary, sources } = model
  const yesNo = (value: boolean): string => value ? texts.yes : texts.no
  return [
    { label: texts.availability, text: availability.status === 'available' ? texts.available : `${texts.unavailable}: ${availability.reason}`, source: sourceLine(sources.availability) },
    { label: texts.displayName, text: isUnknown(displayName) ? texts.notShown : displayName, source: sourceLine(sources.displayName) },
    { label: texts.assetLibrary, text: isUnknown(assetLibrary) ? model.reference ? texts.urlsOnly : texts.notShown : yesNo(assetLibrary), source: sourceLine(sources.assetLibrary) },
    { label: texts.inPublishedList, text: yesNo(model.listed), source: sourceLine(sources.listed) },
  ]
}
