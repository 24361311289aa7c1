/** A provider that finishes nothing. */
export const idle = {
  kind: 'local',
  name: 'idle',
  takesAssets: false,
  concurrency: 4,
  render: (_task, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    }),
  close: async () => undefined,
}
