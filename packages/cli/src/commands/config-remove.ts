import { profilesPath, readProfiles, writeProfiles } from '../connection/profiles.js'
import { unknownProfile } from '../connection/unknown-profile.js'
import { defineCommand } from '../definition/command.js'

/** Delete a profile and its key. */
export const configRemove = defineCommand({
  name: 'config remove',
  group: 'Setup',
  summary: 'delete a profile and its key',
  description: 'Deletes a profile and its key from the configuration.',
  arguments: [{ name: 'name', description: 'name of the profile', values: 'profile' }],
  options: {},
  examples: [{ command: 'config remove work', does: 'delete the profile work' }],
  online: false,
  printsNoJson: true,
  async run({ env }, { args: [name = ''] }) {
    const path = profilesPath(env)
    const { profiles, current } = await readProfiles(path)
    if (!Object.hasOwn(profiles, name)) throw unknownProfile(name, Object.keys(profiles))
    const left = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name))
    await writeProfiles(path, { profiles: left, ...(current === undefined || current === name ? {} : { current }) })
  },
})
