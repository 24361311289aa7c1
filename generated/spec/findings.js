// Made by the generator from spec/. Do not edit.
export { announcements, severities } from './facts/index.js'
