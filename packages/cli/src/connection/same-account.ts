import { flag } from '../definition/options.js'

/** `--same-account` of commands that recover submits whose outcome is unknown. */
export const sameAccountOption = {
  sameAccount: flag(
    'confirm that what was submitted under another API key belongs to the account of this one, where the service does not say',
  ),
}
