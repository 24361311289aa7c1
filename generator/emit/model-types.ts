/**
 * The types of the modules of one model, by the folder of these modules: the same for every model, so that one file has
 * them and the package's manifest leads there. They stand in a folder of their own, where no Model ID can be in the way.
 */
export const modelTypes = {
  validators: 'spec/types/validator.d.ts',
  facts: 'spec/types/facts.d.ts',
  media: 'spec/types/media.d.ts',
  prices: 'spec/types/prices.d.ts',
} as const
