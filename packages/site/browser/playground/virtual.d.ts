/** The one model of a playground; the bundler puts it in. */
declare module 'virtual:model' {
  import type { ModelKind } from '@model-tasks/spec/catalogue'

  const model: {
    id: string
    kind: ModelKind
    invocable: boolean
    parameters: {
      name: string
      kind: 'prompt' | 'string' | 'enum' | 'integer' | 'boolean' | 'media' | 'array'
      type?: 'string' | 'integer'
      /** Of a media parameter: what it accepts. */
      media?: 'image' | 'video' | 'audio'
      accepts?: ('url' | 'asset' | 'data')[]
    }[]
    /** The rules between parameters, with the parameters that may take part. */
    rules: { id: string; parameters: string[] }[]
  }
  export default model
}
