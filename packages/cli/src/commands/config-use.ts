import { profilesPath, readProfiles, writeProfiles } from '../connection/profiles.js'
import { unknownProfile } from '../connection/unknown-profile.js'
import { defineCommand } from '../definition/command.js'

/** Choose the profile that counts when none is named. */
export const configUse = defineCommand({
  name: 'config use',
  group: 'Setup',
  summary: 'choose the profile that is used when none is named',
  description:
    'Makes a profile the current one, which commands use when neither --profile nor the environment names a service.',
  arguments: [{ name: 'name', description: 'name of the profile', values: 'profile' }],
  options: {},
  examples: [{ command: 'config use work', does: 'use the profile work from now on' }],
  online: false,
  printsNoJson: true,
  async run({ env }, { args: [name = ''] }) {
    const path = profilesPath(env)
    const { profiles } = await readProfiles(path)
    if (!Object.hasOwn(profiles, name)) throw unknownProfile(name, Object.keys(profiles))
    await writeProfiles(path, { current: name, profiles })
  },
})
