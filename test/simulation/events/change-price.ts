import type { Event } from './event.js'

/** The operator changes the price, and starts the service anew. */
export const changePrice: Event = {
  name: 'change-price',
  weight: 1,
  draw: (random) => ({ price: 1 + random.below(5) }),
  happen(scene, { price }) {
    scene.tell('operator', `changes the price to ${price} credits`)
    scene.restartWith(() => {
      scene.configuration.price = Number(price)
    })
  },
}
