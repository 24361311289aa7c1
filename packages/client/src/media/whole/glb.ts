import { passesEnd, type Format } from './format.js'

/** Binary glTF: its header states the length of the whole. */
export const glb: Format = {
  typeOf: (head) => (head.toString('latin1', 0, 4) === 'glTF' ? 'model/gltf-binary' : undefined),
  async judge(file) {
    const head = await file.read(0, 12)
    return head.length < 12
      ? { fault: 'it ends within its header' }
      : (passesEnd('the model', head.readUInt32LE(8), file) ?? 'whole')
  },
}
