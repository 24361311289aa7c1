/** One page of each template, and the model pages that differ most. */
export const kinds = [
  '',
  'models/',
  'models/sd_2.0_discount/',
  'models/zeta-H3_933_1080p/',
  'models/beta-5.0/',
  'models/beta_5.0Pro/',
  'compare/',
  'prices/',
  'interface/',
  'interface/task/',
  'interface/states/',
  'interface/errors/',
  'unknowns/',
  'upstreams/fal/',
  'guides/budgets/',
  'guides/client/',
  'guides/command-line/',
  'guides/failures/',
  'guides/polling/',
  'guides/recipes/',
  'changelog/',
  'diagnostics/',
]

/** The same pages in every language. */
export const everyKind = [...kinds, ...kinds.map((path) => `zh/${path}`)]
