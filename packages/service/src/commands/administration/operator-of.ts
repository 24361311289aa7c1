import { hostname, userInfo } from 'node:os'

/** Who runs a command, as the record of what operators did says. */
export function operatorOf(user: () => { username: string } = userInfo): string {
  return `${nameOf(user)}@${hostname()}`
}

function nameOf(user: () => { username: string }): string {
  try {
    return user().username
  } catch {
    // A container may run as a user that has no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
