import { eachGateway } from './each-gateway.js'
import type { Invariant } from './invariant.js'

/** Follows each task from commit to commit. */
export const tasksEnd: Invariant = {
  name: 'tasks-end',
  promise: 'every task that the service has accepted ends, or is set aside for the operator, and stays as it ended',
  watch: (scene) =>
    eachGateway(scene, ({ database, facts }) => {
      let { rewinds } = facts
      const ends = new Map<string, string>()
      return {
        committed() {
          // What a restored backup knows is older.
          if (rewinds !== facts.rewinds) ends.clear()
          rewinds = facts.rewinds
          for (const { id, stage, status, error } of database.tasks()) {
            const before = ends.get(id)
            const end = `${status} ${error ?? ''}`
            if (stage === 'ended' && before === undefined) ends.set(id, end)
            if (before !== undefined && (stage !== 'ended' || end !== before))
              return `${id} had ended as ${before}, and is now ${stage}, ${end}`
          }
          return undefined
        },
        rest() {
          // What is set aside is listed for the operator, who decides.
          const left = database.tasks().find(({ stage }) => stage !== 'ended' && stage !== 'dead')
          return left === undefined ? undefined : `${left.id} ("${left.prompt}") has not ended: ${left.stage}`
        },
      }
    }),
}
