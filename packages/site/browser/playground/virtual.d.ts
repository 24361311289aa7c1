/** The one model of a playground; the bundler puts it in. */
declare module 'virtual:model' {
  import type { MediaType, ModelKind, Parameter } from '@model-tasks/spec/catalogue'

  const model: {
    id: string
    kind: ModelKind
    invocable: boolean
    parameters: {
      name: string
      kind: Parameter['kind']
      type?: 'string' | 'integer' | 'number' | 'mixed'
      /** Of a choice whose values are of several types. */
      values?: (string | number | boolean)[]
      nullable?: true
      /** Of a media parameter: what it accepts. */
      media?: MediaType
      accepts?: ('url' | 'asset' | 'data')[]
    }[]
    /** The rules between parameters, with the parameters that may take part. */
    rules: { id: string; parameters: string[] }[]
  }
  export default model
}
