// One process of an engine. Tells its parent of each task for which it asks the upstream, and of its processor time.
const [, , engine, url] = process.argv
const { work } = await import(`./${engine}.mjs`)
const said = new Set()
const submit = await work(url, (id, first) => {
  // A task that was asked for before runs here again: that is told once.
  if (!first && said.has(id)) return
  said.add(id)
  process.send({ id, at: Date.now(), first })
})
process.on('message', ({ task }) => {
  if (task !== undefined) return void submit(task)
  const { user, system } = process.cpuUsage()
  process.send({ cpu: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })
