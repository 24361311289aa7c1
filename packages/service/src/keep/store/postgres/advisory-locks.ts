/** Any numbers, the same in every service: the first half of the advisory locks of a queue, of an account with a limit, and of what folds the credits of upstreams. */
export const advisoryClasses = { queue: 726_194_438, account: 726_194_439, credits: 726_194_440 } as const

/** The holder of this lock corrects the kept counts. */
export const repairLock = 7_261_944_383
