import type { Catalogue, Model } from './catalogue.js'
import { emitters } from './emitters.js'
import { wholeFile, type Emitter, type Extra, type File, type LargeFile } from './file.js'

/** Time one emitter took, in milliseconds, and how many files it made. */
export interface EmitterRun {
  name: string
  milliseconds: number
  files: number
}

/** The files of `generated/`, made as they are asked for, and what each emitter took for it. Pure but for the clock that `now` is. */
export class Generation {
  readonly #catalogue: Catalogue
  readonly #extra: Extra
  readonly #now: () => number
  readonly #runs = new Map<Emitter, EmitterRun>(
    emitters.map((each) => [each, { name: each.name, milliseconds: 0, files: 0 }]),
  )

  constructor(catalogue: Catalogue, extra: Extra, now: () => number) {
    this.#catalogue = catalogue
    this.#extra = extra
    this.#now = now
  }

  /** What each emitter took so far. */
  get runs(): EmitterRun[] {
    return [...this.#runs.values()]
  }

  /** The files of one model. */
  *ofModel(model: Model): Generator<File> {
    for (const emitter of emitters)
      yield* this.#timed(emitter, () => emitter.model?.(model, this.#catalogue, this.#extra) ?? [])
  }

  /** The files about all models. */
  *ofCatalogue(): Generator<File | LargeFile> {
    for (const emitter of emitters)
      yield* this.#timed(emitter, () => emitter.catalogue?.(this.#catalogue, this.#extra) ?? [])
  }

  *#timed<Made extends File | LargeFile>(emitter: Emitter, emit: () => Iterable<Made>): Generator<Made> {
    const run = this.#runs.get(emitter)
    let start = this.#now()
    for (const file of emit()) {
      if (run !== undefined) {
        run.milliseconds += this.#now() - start
        run.files++
      }
      yield file
      start = this.#now()
    }
    if (run !== undefined) run.milliseconds += this.#now() - start
  }
}

/** Every file of `generated/`: for those who want all of them at once. */
export function generate(catalogue: Catalogue, extra: Extra): File[] {
  const generation = new Generation(catalogue, extra, () => 0)
  return [
    ...catalogue.models.flatMap((model) => [...generation.ofModel(model)]),
    ...[...generation.ofCatalogue()].map(wholeFile),
  ]
}

/** Every file of one emitter. */
export function filesOf(
  { model: ofModel, catalogue: ofCatalogue }: Emitter,
  catalogue: Catalogue,
  extra: Extra,
): File[] {
  return [
    ...catalogue.models.flatMap((model) => [...(ofModel?.(model, catalogue, extra) ?? [])]),
    ...[...(ofCatalogue?.(catalogue, extra) ?? [])].map(wholeFile),
  ]
}
