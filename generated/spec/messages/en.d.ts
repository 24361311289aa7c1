// Made by the generator from spec/. Do not edit.
import type { Language } from './language.js'

export declare const english: Language
