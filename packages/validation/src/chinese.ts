import { chinese } from '@model-tasks/spec/messages/zh'

/** Findings in simplified Chinese. Names, values and sources stay as they are. */
export { chinese }
