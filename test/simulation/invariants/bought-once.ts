import type { Invariant } from './invariant.js'

/** Looks at the upstreams' own books. */
export const boughtOnce: Invariant = {
  name: 'bought-once',
  promise: 'what an upstream made is of one wish, and of each wish at most one was made',
  watch(scene) {
    let seen = 0
    const tasksOf = (prompt: string): string =>
      scene.gateways
        .flatMap(({ database }) => database.tasks())
        .filter((task) => task.prompt === prompt)
        .map(({ id }) => id)
        .join(', ')
    return {
      step() {
        const { all } = scene.purchases
        for (; seen < all.length; seen++) {
          const { prompt } = all[seen] as { prompt: string }
          if (!scene.wishes.some((wish) => wish.prompt === prompt))
            return `an upstream made "${prompt}", which no user wished`
          const bought = scene.purchases.of(prompt)
          if (bought.length > 1)
            return `"${prompt}" was bought ${bought.length} times: ${bought.map(({ upstream, id }) => `${id} at ${upstream}`).join(', ')}; its tasks are ${tasksOf(prompt)}`
        }
        return undefined
      },
    }
  },
}
