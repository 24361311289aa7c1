import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import starlightOpenAPI, { openAPISidebarGroups } from 'starlight-openapi'

export default defineConfig({
  base: '/starlight',
  telemetry: false,
  integrations: [
    starlight({
      title: 'Model Tasks',
      pagefind: false,
      plugins: [starlightOpenAPI([{ base: 'api', schema: '../../../../generated/openapi.json' }])],
      sidebar: openAPISidebarGroups,
    }),
  ],
})
