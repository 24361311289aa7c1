/** What a service answers that has one task. */

export const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const capabilities = {
  status: 200,
  json: {
    object: 'capabilities',
    version: '1',
    extensions: ['polling', 'cancel', 'assets'],
    polling: { minimumSeconds: 0.25 },
  },
}
export const task = { id: 'task_1', object: 'image', created: 1, model: 'beta-5.0', error: null }
export const completed = { ...task, status: 'completed', result_url: pixel, image_url: pixel, amount: 3 }
