import { hostname, userInfo } from 'node:os'

/** Who runs a command, as the record of what operators did says. */
export function operatorOf(): string {
  return `${userName()}@${hostname()}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user that has no name.
    return String(process.getuid?.() ?? 'unknown')
  }
}
