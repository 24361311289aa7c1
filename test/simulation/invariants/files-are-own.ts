import { existsSync, readFileSync } from 'node:fs'
import { wordsIn } from '../actors/picture.js'
import type { Invariant } from './invariant.js'

/** Reads the pictures that the users got. */
export const filesAreOwn: Invariant = {
  name: 'files-are-own',
  promise: 'a file that a user got is the picture of the wish, whole',
  watch: (scene) => ({
    rest() {
      for (const { file, prompt } of scene.wishes) {
        const path = file?.replace(/^\/sim/, scene.world.root)
        if (path === undefined || !existsSync(path)) continue
        const words = wordsIn(readFileSync(path))
        if (words !== prompt) return `${file} should show "${prompt}" and shows "${words ?? 'nothing whole'}"`
      }
      return undefined
    },
  }),
}
