// Made by the generator from spec/. Do not edit.
import type { Catalogue } from '@model-tasks/spec/catalogue'

declare const catalogue: Catalogue
export default catalogue
