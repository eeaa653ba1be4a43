import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Set by `npm run dev`. */
const service = process.env['PARLEY_DEV_SERVICE'] ?? 'http://localhost:8080'

/** A script that runs before the first paint is no module, so it goes into the page as it is. */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { src: '/panel/first-paint.js' }, injectTo: 'head-prepend' },
  ],
}

/**
 * What pages share goes into a few files that stay the same from release to release; without them it would be some
 * fifty of a kilobyte or two. Pages stay chunks of their own.
 */
const chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
  {
    name: 'mantine',
    test: /node_modules\/(@mantine\/(core|hooks|form|store)|@floating-ui|react-remove-scroll)\//,
  },
  { name: 'icons', test: /node_modules\/@tabler\// },
  { name: 'shared', test: /(panel|client|protocol)\/src\//, minShareCount: 2 },
]

/** The service serves `dist` under /panel/. In development Vite serves the panel and proxies everything else to the service. */
export default defineConfig({
  base: '/panel/',
  plugins: [react(), firstPaint],
  build: {
    outDir: 'dist',
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The service's Content-Security-Policy allows images from itself; inlined ones would weigh on the first load.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '^/(?!panel/)': { target: service, ws: true } } },
})
