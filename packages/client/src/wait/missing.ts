/** How long a task that the service has may be answered with 404, in milliseconds: a replica of the service may lag behind. */
export const missingGracePeriod = 30_000
