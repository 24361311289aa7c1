import type { Event } from './event.js'

/** An operator changes the price, and starts the services anew. */
export const changePrice: Event = {
  name: 'change-price',
  weight: 1,
  draw: (random) => ({ price: 1 + random.below(5), which: random.below(6) }),
  happen(scene, { price, which }) {
    const service = scene.serviceOf(which)
    const gateway = scene.gatewayOf(service)
    scene.tell('operator', `changes the price at ${service.name} to ${price} credits`)
    gateway.restartWith(() => {
      gateway.configuration.price = Number(price)
    })
  },
}
