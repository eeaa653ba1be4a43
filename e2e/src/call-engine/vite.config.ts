import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Bundles each page of the call engine's tests into one script; the command line sets the output directory. */
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: {
        customer: fileURLToPath(new URL('customer-page.ts', import.meta.url)),
        agent: fileURLToPath(new URL('agent-page.ts', import.meta.url)),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared.js' },
    },
  },
})
