/** The words of anything that was thrown, those of its causes included. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return reasonOf(thrown.errors[0])
  if (!(thrown instanceof Error)) return String(thrown)
  const { message, cause } = thrown
  return cause instanceof Error && !message.includes(cause.message) ? `${message}: ${reasonOf(cause)}` : message
}
