/** What is said of a database, or a backup of one, whose tables this version of the service does not know. */
export function newerFormat(version: number, known: number): string {
  return `was written by a newer version of the service (its format is ${version}, this version knows ${known})`
}
