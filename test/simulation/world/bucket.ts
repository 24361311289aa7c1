import { DiskFileStore } from '../../../packages/service/src/keep/files/disk.js'
import { FilePlace } from '../../../packages/service/src/settings/file-place.js'

/** A store that every machine reaches: a disk of its own, which no process may append to. */
class Bucket extends DiskFileStore {
  override readonly folder = undefined
}

/** Files in a bucket, whose requests go around the network of the world. */
export class SimulatedBucket extends FilePlace {
  readonly kind = 'simulated'
  readonly location = 'the simulated bucket'
  readonly occupied = 'the simulated bucket holds files'

  constructor() {
    super({}, {})
  }

  async open(): Promise<DiskFileStore> {
    return new Bucket('/sim/bucket')
  }

  adviceFor(): string {
    return 'wait: nothing else is wrong with it'
  }
}
