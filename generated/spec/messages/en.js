// Made by the generator from spec/. Do not edit.
export { english } from '../facts/index.js'
