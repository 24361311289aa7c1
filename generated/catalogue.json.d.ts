// Made by the generator from spec/. Do not edit.
import type { Catalogue } from './catalogue.js'

declare const catalogue: Catalogue
export default catalogue
