/** Puts text on the clipboard and says so on the button for a moment. */
export const copyText = async (text: string, button: HTMLElement): Promise<void> => {
  const label = button.textContent
  const zh = document.documentElement.lang.startsWith('zh')
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = zh ? '已复制' : 'Copied'
  } catch {
    button.textContent = zh ? '无法复制' : 'Not allowed'
  }
  setTimeout(() => {
    button.textContent = label
  }, 1500)
}
