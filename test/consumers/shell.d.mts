/** Runs a program and answers what it printed. Rejects when it fails, or hangs. */
export function execute(
  command: string,
  commandArguments: readonly string[],
  options?: { cwd?: string },
): Promise<string>
