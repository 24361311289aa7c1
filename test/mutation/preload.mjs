// What the sources do while they are loaded belongs to no test, so that no test is asked about it.
import { readPlan } from './state.mjs'

const { files } = readPlan()
// A mutant may write to a path that is not absolute: not into the repository.
process.chdir(process.env.MODEL_TASKS_MUTATION)

for (const { name } of files) await import(/* @vite-ignore */ name).catch(() => undefined)
