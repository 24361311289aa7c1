import type { Invariant } from './invariant.js'

/** Looks at what accounts were answered that asked for tasks of others, and at whose tasks the wishes became. */
export const accountsAreApart: Invariant = {
  name: 'accounts-are-apart',
  promise: 'no account sees, changes or pays for a task of another',
  watch: (scene) => ({
    step() {
      const seen = scene.looks.find(({ status }) => status < 400)
      return seen === undefined
        ? undefined
        : `${seen.account} was answered ${seen.status} for ${seen.task} of another account`
    },
    committed() {
      const owners = new Map([...scene.front.operator.accounts.values()].map(({ id, name }) => [id, name]))
      for (const { id, account, prompt } of scene.front.database.tasks()) {
        const owner = owners.get(account)
        const wish = scene.wishes.find((one) => one.prompt === prompt)
        if (wish !== undefined && owner !== undefined && wish.account !== owner)
          return `${id} ("${prompt}") was accepted for ${owner}, who pays for it`
      }
      return undefined
    },
  }),
}
