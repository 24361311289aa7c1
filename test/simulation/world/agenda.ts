/** Something that will happen. */
export interface Due {
  /** In milliseconds of the world's time. */
  readonly at: number
  readonly order: number
  cancelled: boolean
  readonly run: () => void | Promise<void>
}

/** What will happen, by time; at the same time in the order in which it was put there (a binary heap). */
export class Agenda<T extends Due> {
  readonly #heap: T[] = []

  get size(): number {
    return this.#heap.length
  }

  add(item: T): void {
    const heap = this.#heap
    let index = heap.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = heap[parent] as T
      if (!isBefore(item, above)) break
      heap[index] = above
      index = parent
    }
    heap[index] = item
  }

  /** What comes first, without taking it. */
  get first(): T | undefined {
    return this.#heap[0]
  }

  /** Takes what comes first. */
  take(): T | undefined {
    const heap = this.#heap
    const [top] = heap
    const last = heap.pop()
    if (top === undefined || last === undefined || heap.length === 0) return top
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      const right = heap[child + 1]
      if (right !== undefined && isBefore(right, heap[child] as T)) child += 1
      const below = heap[child] as T
      if (!isBefore(below, last)) break
      heap[index] = below
      index = child
    }
    heap[index] = last
    return top
  }
}

function isBefore(left: Due, right: Due): boolean {
  return left.at < right.at || (left.at === right.at && left.order < right.order)
}
