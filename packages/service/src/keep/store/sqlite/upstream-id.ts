const afterKind = `substr(submission_reference, instr(submission_reference, ':') + 1)`
const afterModel = `substr(${afterKind}, instr(${afterKind}, ':') + 1)`

/** The upstream's own ID in a reference of a protocol, as SQL. The index `task_upstream_id` has the same words: other ones would not use it. */
export const upstreamId = `substr(${afterModel}, 1, instr(${afterModel} || ':', ':') - 1)`
