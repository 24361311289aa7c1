import { eventOf, events, eventsOfSeveral } from './events/index.js'
import type { Arguments, Event } from './events/event.js'
import { randomOf, type Random } from './world/random.js'

/** One thing that happens in a run: what, when and with what. */
export interface Happening {
  /** Milliseconds after everything is up. */
  at: number
  event: string
  with: Arguments
}

/** All that a run follows from: the seed decides how long each piece of work takes, the happenings what befalls it. */
export interface Plan {
  seed: string
  /** How many services there are, which share a real PostgreSQL; left out: one, with a file of SQLite. */
  services?: number
  /** Whether the upstream of the services is another gateway of ours, and the vendors are behind that. */
  chained?: boolean
  happenings: Happening[]
}

/** What is asked of a plan that is drawn. */
export interface Drawn extends Pick<Plan, 'services' | 'chained'> {
  /** Of which events; left out: of all. */
  names?: readonly string[] | undefined
}

/** Draws what happens in a run of this many services, of all events or of those that are named. */
export function planOf(seed: string, { services = 1, chained = false, names }: Drawn = {}): Plan {
  const possible = names?.map(eventOf) ?? (services > 1 ? eventsOfSeveral : events)
  const random = randomOf(`${seed} plan`)
  const count = 6 + random.below(18)
  let at = 0
  const happenings: Happening[] = []
  for (let index = 0; index < count; index++) {
    const event = drawn(random, possible)
    // Often close together: what matters happens while something else is under way.
    at += random.chance(0.6)
      ? random.below(60)
      : random.chance(0.7)
        ? random.below(5000)
        : random.below(random.chance(0.6) ? 60_000 : 300_000)
    happenings.push({ at, event: event.name, with: event.draw(random) })
  }
  return { seed, ...(services > 1 ? { services } : {}), ...(chained ? { chained } : {}), happenings }
}

function drawn(random: Random, possible: readonly Event[]): Event {
  const total = possible.reduce((sum, { weight }) => sum + weight, 0)
  let left = random.next() * total
  for (const event of possible) {
    left -= event.weight
    if (left < 0) return event
  }
  return random.pick(possible)
}
