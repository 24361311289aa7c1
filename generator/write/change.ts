/** How a file of the folder differs from what the generator makes. */
export type Change =
  | { kind: 'missing'; path: string; after: string }
  | { kind: 'changed'; path: string; before: string; after: string }
  | { kind: 'orphan'; path: string; before: string }
