import { readdirSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import { preactSubset } from './preact-subset.ts'

/**
 * One build into dist/: `sdk.js`, a classic script under a stable name, `mini.js`, a module under a stable name, and ES
 * modules under `widget/` with a hash in their names. docs/decisions/widget-build.md has the reasons and the alternatives.
 */
const languages = ['en', 'tr', 'de', 'es', 'fr', 'ar']
const messages = (directory: string, prefix: string) =>
  Object.fromEntries(languages.map((language) => [prefix + language, `${directory}/${language}.ts`]))

const entries = {
  sdk: 'src/loader/sdk.ts',
  mini: 'src/mini/mini.ts',
  chat: 'src/chat/mount-chat.tsx',
  ...messages('src/messages', ''),
  ...messages('src/parts/tools/messages', 'tools-'),
  ...messages('src/parts/member/messages', 'member-'),
  ...messages('src/parts/call/messages', 'call-'),
  ...messages('src/parts/call-help/messages', 'call-help-'),
  ...messages('src/parts/service/messages', 'service-'),
}

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  // development: a build started by a test runner (NODE_ENV=test) must have the same size as any other.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  resolve: { alias: { 'preact/jsx-runtime': `${import.meta.dirname}/src/jsx-runtime.ts` } },
  plugins: [
    preactSubset(),
    separateLoaders(),
    compactMessages(),
    retryFailedImports(),
    checkChunks(),
    finishLoader(),
    removeOldChunks(),
  ],
  // Features.LightDark: no style uses light-dark(), whose fallback is two variables wherever color-scheme is set.
  css: { lightningcss: { exclude: 1 << 20 } },
  build: {
    target: 'es2022',
    // The oldest browsers of docs/calls.md.
    cssTarget: ['chrome111', 'firefox113', 'safari16.4', 'ios16.4'],
    // Until the new files are written a running service has the old ones to serve.
    emptyOutDir: false,
    // As a library: Vite leaves dynamic imports as they are instead of wrapping them to preload style sheets (0.6 KB).
    lib: { entry: entries, formats: ['es'] },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: { propertyReadSideEffects: false },
      // Lets lazily loaded modules import from the chat chunk what it already contains, such as Preact.
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        comments: false,
        entryFileNames: ({ name }) =>
          name === 'sdk' || name === 'mini' ? `${name}.js` : 'widget/[name]-[hash].js',
        chunkFileNames: 'widget/[name]-[hash].js',
        hashCharacters: 'hex',
      },
    },
  },
})

/**
 * Gives the loader and the mini app their own copies of the modules that the chat uses too: a classic script cannot import a shared
 * chunk, and a module that shares code with the chat would split it.
 */
function separateLoaders(): Plugin {
  const copies = { '/loader/sdk.ts': '?loader', '/mini/mini.ts': '?mini' }
  return {
    name: 'separate-loaders',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const [, copy] =
        Object.entries(copies).find(([entry, own]) => importer?.endsWith(entry) || importer?.endsWith(own)) ??
        []
      if (importer === undefined || copy === undefined) return null
      const resolved = await this.resolve(source, importer.replace(copy, ''), { ...options, skipSelf: true })
      return resolved?.id.endsWith('.ts') ? { ...resolved, id: resolved.id + copy } : resolved
    },
  }
}

/**
 * Texts without their keys: catalogues become arrays in the order of English, and the keys in the code numbers from 1. Plural forms
 * that equal `other` are left out, because `createTranslate` falls back to it.
 */
function compactMessages(): Plugin {
  async function catalogue(file: string): Promise<Record<string, unknown>> {
    const { mtimeMs } = await stat(file)
    const module = (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as {
      messages: Record<string, unknown>
    }
    return module.messages
  }
  return {
    name: 'compact-messages',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/messages\/(keys|..)\.ts(\?keys)?$/ },
      async handler(id) {
        const english = path.join(path.dirname(id), 'en.ts')
        this.addWatchFile(english)
        if (id.endsWith('keys.ts')) return `export * as m from '${english}?keys'`
        const keys = Object.keys(await catalogue(english))
        if (id.endsWith('?keys')) return keys.map((key, at) => `export const ${key} = ${at + 1}`).join('\n')
        const messages = await catalogue(id)
        return `export const messages = ${JSON.stringify([0, ...keys.map((key) => withoutCopies(messages[key]))])}`
      },
    },
  }
}

function withoutCopies(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || !('other' in entry)) return entry
  const { other } = entry
  const distinct = Object.entries(entry).filter(([form, text]) => form === 'other' || text !== other)
  return Object.fromEntries(distinct)
}

/**
 * Until 2026 browsers remembered a failed import and failed again without asking the network
 * (https://github.com/whatwg/html/pull/10327). A retry therefore uses another address. What the chunk itself imports
 * keeps its address, because relative imports ignore the query.
 */
function retryFailedImports(): Plugin {
  const helper = `let failedImports = 0
const importChunk = (file) => import(failedImports ? file + '?' + failedImports : file).catch((error) => {
  failedImports++
  throw error
})
`
  return {
    name: 'retry-failed-imports',
    renderChunk(code, chunk) {
      if (chunk.dynamicImports.length === 0) return null
      return { code: helper + code.replaceAll(/\bimport\((?=["'`]\.)/g, 'importChunk('), map: null }
    },
  }
}

/** Fails the build when opening the chat would take another request, or when the loader would not run as a classic script. */
function checkChunks(): Plugin {
  return {
    name: 'check-chunks',
    generateBundle(_, bundle) {
      for (const chunk of chunksOf(bundle)) {
        if (!chunk.isEntry && !chunk.isDynamicEntry)
          this.error(`${chunk.fileName} is a separate shared chunk`)
        const needed = chunk.imports.filter((file) => bundle[file]?.name !== 'chat' || chunk.name === 'sdk')
        if (needed.length > 0) this.error(`${chunk.fileName} imports ${needed.join()}`)
      }
    },
  }
}

/** Puts the hashes of the files that loader and mini app import into them, and makes the loader a classic script without globals. */
function finishLoader(): Plugin {
  return {
    name: 'finish-loader',
    generateBundle(_, bundle) {
      const hashes: Record<string, string> = {}
      for (const { name, fileName } of chunksOf(bundle)) {
        if (['chat', ...languages].includes(name)) hashes[name] = /-([\w-]{8})\.js$/.exec(fileName)![1]!
      }
      const text = JSON.stringify(hashes).replaceAll(/"(\w\w+)":/g, '$1:')
      for (const chunk of chunksOf(bundle)) chunk.code = chunk.code.replace('__PARLEY_HASHES__', text)
      const loader = chunksOf(bundle).find(({ name }) => name === 'sdk')!
      loader.code = `(()=>{${loader.code.trim()}})()\n`
    },
  }
}

/** Keeps the output directory free of the files of former builds. */
function removeOldChunks(): Plugin {
  return {
    name: 'remove-old-chunks',
    writeBundle({ dir }, bundle) {
      for (const file of readdirSync(`${dir}/widget`)) {
        if (!(`widget/${file}` in bundle)) rmSync(`${dir}/widget/${file}`)
      }
    },
  }
}

const chunksOf = (bundle: Rollup.OutputBundle) =>
  Object.values(bundle).filter((output) => output.type === 'chunk')
