import { error, type Finding } from './report.js'

/** What a check finds, or that what it asks is silent for so many milliseconds. */
export async function within(
  milliseconds: number,
  { about, next }: { about: string; next: string },
  check: () => Promise<Finding[]>,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => {
      resolve([error(about, `no answer within ${milliseconds / 1000} s`, next)])
    }, milliseconds)
  })
  try {
    return await Promise.race([check(), silent])
  } finally {
    clearTimeout(timer)
  }
}
