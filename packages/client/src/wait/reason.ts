/** Why a query failed, for a line that names the task already: the summary of its error without what was asked. */
export function reasonOf({ summary }: { readonly summary: string }): string {
  return summary.replace(/^.*?: /s, '')
}
