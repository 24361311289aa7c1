/**
 * Which of several services over one database runs a task. Whoever claims a task holds it for a while, by the
 * database's clock, and has to renew that; a task whose holder has died is free again when the while is over. Nobody
 * else can claim it before, and only its holder can change it as one who runs it (see `TaskStore`).
 */
export interface TaskLeases {
  /** How long a claim and a renewal hold, in milliseconds. */
  readonly duration: number
  /** Takes up to `limit` tasks that have not ended and that nobody holds, oldest first, but none of `except`. Answers their ids. */
  claim(limit: number, except: readonly string[]): Promise<string[]>
  /** Holds tasks for another while. Answers the ids of those it still holds; all others have ended or are another's. */
  renew(ids: readonly string[]): Promise<string[]>
  /** Lets go of one task; nobody claims it before `pause` milliseconds have passed. */
  giveBack(id: string, pause: number): Promise<void>
  /** Lets go of all tasks. */
  giveBackAll(): Promise<void>
}
