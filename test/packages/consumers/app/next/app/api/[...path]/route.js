import { createProxy } from '@model-tasks/proxy'

let proxy

// With the first request: `next build` loads this file as well, without the environment of the server.
const handle = (request) => {
  proxy ??= createProxy({
    secret: process.env.PROXY_SECRET,
    // An application takes the user from its session.
    user: ({ headers }) => /(?:^|;\s*)user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1],
    models: ['beta-5.0'],
    budget: { perDay: 100 },
  })
  return proxy(request)
}

export { handle as GET, handle as POST }
