import { defineConfig } from 'vitepress'

export default defineConfig({
  title: 'Model Tasks',
  base: '/vitepress/',
  ignoreDeadLinks: true,
  vite: { ssr: { noExternal: ['vitepress-openapi'] } },
})
