// What the sources do while they are loaded belongs to no test, so that no test is asked about it.
import { readPlan } from './state.mjs'

for (const { name } of readPlan().files) await import(/* @vite-ignore */ name).catch(() => undefined)
