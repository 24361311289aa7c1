export { nearestModel } from '@model-tasks/spec/messages'
export { nearest } from '@model-tasks/spec/messages/nearest'
