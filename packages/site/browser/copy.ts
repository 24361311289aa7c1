import { inChinese } from './in-chinese.js'

/** What a button says, for as long as it says something else. */
const labels = new WeakMap<HTMLElement, string>()

/** Puts text on the clipboard and says so on the button for a moment. */
export const copyText = async (text: string, button: HTMLElement): Promise<void> => {
  const label = labels.get(button) ?? button.textContent
  labels.set(button, label)
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = inChinese ? '已复制' : 'Copied'
  } catch {
    button.textContent = inChinese ? '无法复制' : 'Not allowed'
  }
  setTimeout(() => {
    button.textContent = label
  }, 1500)
}
