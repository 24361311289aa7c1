import { DiskFileStore } from '../../../packages/service/src/keep/files/disk.js'

/**
 * Stands in the place of the service's files in a bucket, whose requests go around the network of the world: a disk of its own that all
 * machines reach.
 */
export function openS3Files(): Promise<DiskFileStore> {
  return Promise.resolve(new DiskFileStore('/sim/bucket'))
}
