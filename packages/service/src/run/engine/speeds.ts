/** How much the newest measurement counts. */
const newest = 0.2

/** How long an upstream takes for tasks of each model, of which the latest count most. */
export class Speeds {
  readonly #milliseconds = new Map<string, number>()

  /** Notes a completed task: milliseconds from its submission to its file. */
  note(model: string, milliseconds: number): void {
    const before = this.#milliseconds.get(model)
    this.#milliseconds.set(model, before === undefined ? milliseconds : before + newest * (milliseconds - before))
  }

  /** Undefined while no task of the model has completed since the start. */
  of(model: string): number | undefined {
    return this.#milliseconds.get(model)
  }
}
