/** Whether this page is in Chinese. */
export const inChinese = document.documentElement.lang.startsWith('zh')
