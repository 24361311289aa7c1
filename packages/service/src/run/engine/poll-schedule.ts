/** What is due when: a binary heap, so that ten thousand entries cost one timer and a few comparisons each. */
export class PollSchedule<Entry> {
  readonly #heap: { due: number; entry: Entry }[] = []

  get size(): number {
    return this.#heap.length
  }

  /** When the next entry is due; undefined when there is none. */
  get next(): number | undefined {
    return this.#heap[0]?.due
  }

  add(entry: Entry, due: number): void {
    const heap = this.#heap
    let at = heap.push({ due, entry }) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#before(at, parent)) break
      this.#swap(at, parent)
      at = parent
    }
  }

  /** Takes out up to `limit` entries that are due, the earliest first. */
  take(now: number, limit: number): Entry[] {
    const taken: Entry[] = []
    while (taken.length < limit) {
      const first = this.#heap[0]
      if (first === undefined || first.due > now) break
      taken.push(first.entry)
      this.#removeFirst()
    }
    return taken
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    heap[0] = last
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (this.#before(left, least)) least = left
      if (this.#before(right, least)) least = right
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  /** False where there is no first one. */
  #before(one: number, other: number): boolean {
    return (this.#heap[one]?.due ?? Infinity) < (this.#heap[other]?.due ?? Infinity)
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]]
    if (first === undefined || second === undefined) return
    this.#heap[one] = second
    this.#heap[other] = first
  }
}
