#!/usr/bin/env node
// `npx model-tasks` is the terminal of @model-tasks/cli under the name that people type.
import '@model-tasks/cli/bin'
