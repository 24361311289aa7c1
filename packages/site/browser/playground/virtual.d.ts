/** The one model of a playground; the bundler puts it in. */
declare module 'virtual:model' {
  const model: {
    id: string
    kind: 'video' | 'image'
    invocable: boolean
    parameters: {
      name: string
      kind: 'prompt' | 'string' | 'enum' | 'integer' | 'boolean' | 'media' | 'array'
      type?: 'string' | 'integer'
    }[]
  }
  export default model
}
