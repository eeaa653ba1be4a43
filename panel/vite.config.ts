import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Set by `npm run dev`. */
const service = process.env['PARLEY_DEV_SERVICE'] ?? 'http://localhost:8080'

const firstPaintScript = 'first-paint.js'

/** A script that runs before the first paint cannot be a module, so it is not bundled. As an asset it is kept for tabs of former builds. */
const firstPaint: Plugin = {
  name: 'first-paint',
  // Not called in development.
  renderStart() {
    const source = readFileSync(new URL(firstPaintScript, import.meta.url))
    this.emitFile({ type: 'asset', name: firstPaintScript, source })
  },
  transformIndexHtml(_, { bundle = {} }) {
    const asset = Object.values(bundle).find(
      (file) => file.type === 'asset' && file.names.includes(firstPaintScript),
    )
    const src = `/panel/${asset?.fileName ?? firstPaintScript}`
    return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
  },
}

/** Style sheets in the head would delay the first paint, and with it the skeleton of index.html. React renders after they are loaded. */
const lateStyles: Plugin = {
  name: 'late-styles',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = /^ *<link rel="stylesheet".*\n/gm
      const links = html.match(styles) ?? []
      return html.replaceAll(styles, '').replace(/^ *<noscript>/m, (rest) => links.join('') + rest)
    },
  },
}

/**
 * Vite remembers a style sheet that failed to load, and runs the next import without it. Forgets it, so that the next import requests
 * it again once its link is gone (src/api/load-code.ts).
 */
const retryFailedStyles: Plugin = {
  name: 'retry-failed-styles',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const remembering = /seen\[href\] = void 0;(?=\s*throw err)/
      if (!remembering.test(code)) this.error('The preload helper of Vite has changed.')
      return { code: code.replace(remembering, 'delete seen[href];'), map: null }
    },
  },
}

/**
 * Until 2026 browsers remembered a failed import and failed again without asking the network
 * (https://github.com/whatwg/html/pull/10327). A retry therefore uses another address. Its error names the file's own address: the
 * router reloads the panel once per message. Runs after Vite has found the style sheets of the imports.
 */
const retryFailedImports: Plugin = {
  name: 'retry-failed-imports',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const code = chunk.code.replaceAll(/\bimport\((?=["'`]\.)/g, 'importChunk(')
        if (code !== chunk.code) chunk.code = importChunk + code
      }
    },
  },
}
const importChunk = `const failedImports = new Map()
const importChunk = (file) => {
  const failures = failedImports.get(file) ?? 0
  return import(failures === 0 ? file : file + '?' + failures).catch((error) => {
    failedImports.set(file, failures + 1)
    if (error instanceof TypeError) error.message = error.message.replace(/\\?\\d+$/, '')
    throw error
  })
}
`

/**
 * Shared code goes into few chunks that stay stable between releases; without this there would be about
 * fifty of 1-2 KB. Pages are separate chunks.
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
  plugins: [react(), firstPaint, lateStyles, retryFailedStyles, retryFailedImports],
  build: {
    outDir: 'dist',
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Inlined images would add to the first load.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '^/(?!panel/)': { target: service, ws: true } } },
})
