/** What a store can say of what happened to a task, beside its state. */
export interface TaskMemory {
  /** A caller has asked to cancel it. */
  cancelled: boolean
  /** The database was set back since the task was made, to a backup or a standby: what it does not say may have happened all the same. */
  rewound: boolean
}
