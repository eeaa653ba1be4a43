import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/**
 * Two builds into dist/. The first makes the parts that are fetched later, under widget/ with a hash in the
 * name: the chat with everything that it needs, and one file a language. The second (`--mode sdk`) makes
 * sdk.js, a classic script that knows those names, and clears away the parts of the build before: until then
 * a running service has a whole widget to serve.
 */
const languages = ['en', 'tr', 'de', 'es', 'fr', 'ar']
const sources = { chat: 'src/chat/mount-chat.tsx' } as Record<string, string>
for (const language of languages) sources[language] = `src/messages/${language}.ts`

const shared: UserConfig = {
  root: import.meta.dirname,
  // development: a build started by a test runner (NODE_ENV=test) must weigh the same as any other.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  plugins: [oneFileAnEntry()],
}

const chunks: UserConfig = {
  ...shared,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    manifest: true,
    rolldownOptions: {
      input: sources,
      preserveEntrySignatures: 'strict',
      output: {
        format: 'es',
        entryFileNames: 'widget/[name]-[hash].js',
        chunkFileNames: 'widget/[name]-[hash].js',
      },
    },
  },
}

const sdk = (names = chunkNames()): UserConfig => ({
  ...shared,
  plugins: [...(shared.plugins ?? []), onlyThese(Object.values(names))],
  define: { __PARLEY_CHUNKS__: JSON.stringify(names) },
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/loader/sdk.ts',
      output: { format: 'iife', entryFileNames: 'sdk.js' },
    },
  },
})

// oxlint-disable-next-line import/no-default-export
export default defineConfig(({ mode }) => (mode === 'sdk' ? sdk() : chunks))

function chunkNames(): Record<string, string> {
  const written = JSON.parse(
    readFileSync(`${import.meta.dirname}/dist/.vite/manifest.json`, 'utf8'),
  ) as Record<string, { file: string } | undefined>
  const names: Record<string, string> = {}
  for (const [name, source] of Object.entries(sources)) {
    const file = written[source]?.file
    if (!file) throw new Error(`${source} is not in the manifest: run the first build before --mode sdk`)
    names[name] = basename(file)
  }
  return names
}

/** A chunk that splits off by accident would be one more request before the chat opens. */
function oneFileAnEntry(): Plugin {
  return {
    name: 'one-file-an-entry',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk' && !part.isEntry) this.error(`${part.fileName} is a chunk of its own`)
      }
    },
  }
}

function onlyThese(names: readonly string[]): Plugin {
  const directory = `${import.meta.dirname}/dist/widget`
  return {
    name: 'only-these-chunks',
    closeBundle() {
      for (const name of readdirSync(directory)) if (!names.includes(name)) rmSync(`${directory}/${name}`)
    },
  }
}
