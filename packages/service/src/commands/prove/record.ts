import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { packageVersion } from '../../base/package-folder.js'
import { sha256 } from '../../base/sha256.js'
import type { CancelOutcome } from './prove-cancels.js'
import type { FaultOutcome, Unmet } from './prove-faults.js'
import type { LiveOutcome } from './prove-live.js'

/** What was proven of a protocol, for the record. */
export interface Proven {
  faults: { outcomes: readonly FaultOutcome[]; unmet: readonly Unmet[] }
  cancels: readonly CancelOutcome[]
  /** Absent: the vendor was not asked. */
  live?: LiveOutcome | undefined
}

/** The record of a proof, before it is signed. */
export function upstreamProof(mapping: Mapping, { faults, cancels, live }: Proven, now: number) {
  return {
    object: 'upstream_proof',
    issued: new Date(now).toISOString(),
    protocol: mapping.protocol,
    /** Of the mapping as it was compiled: a file that says something else since is not the one that was proven. */
    mapping_sha256: sha256(JSON.stringify(mapping)),
    service_version: packageVersion(),
    faults: faults.outcomes,
    unmet: faults.unmet,
    cancels,
    live: live ?? null,
  }
}
