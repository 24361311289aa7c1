export declare const guards: readonly {
  promise: string
  file: string
  guard: string
  without?: string
  tests: string
  test: string
}[]
