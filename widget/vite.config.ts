import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/**
 * Six builds into dist/, each knowing the names of what was built before. What is fetched later stands under widget/
 * with a hash in its name: first the parts that only some visitors need (`--mode tools`; `--mode words`, a file a
 * language, for `--mode member` and `--mode call`), then the chat with everything else, and one file a language. The last (`--mode sdk`)
 * makes sdk.js, a classic script, and clears away the files of the build before: until then a running service has a
 * whole widget to serve.
 */
const languages = ['en', 'tr', 'de', 'es', 'fr', 'ar']
type Sources = Record<string, string>
const each = (nameOf: (language: string) => string, pathOf: (language: string) => string): Sources =>
  Object.fromEntries(languages.map((language) => [nameOf(language), pathOf(language)]))

const builds = {
  tools: { tools: 'src/parts/tools.ts' },
  words: {
    ...each(
      (language) => `member-${language}`,
      (language) => `src/parts/member/messages/${language}.ts`,
    ),
    ...each(
      (language) => `call-${language}`,
      (language) => `src/parts/call/messages/${language}.ts`,
    ),
  },
  member: { member: 'src/parts/member.ts' },
  call: { call: 'src/parts/call.ts' },
  chat: {
    chat: 'src/chat/mount-chat.tsx',
    ...each(
      (language) => language,
      (language) => `src/messages/${language}.ts`,
    ),
  },
} satisfies Record<string, Sources>
type Build = keyof typeof builds

const shared: UserConfig = {
  root: import.meta.dirname,
  // development: a build started by a test runner (NODE_ENV=test) must weigh the same as any other.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
}

const chunks = (name: Build, more: UserConfig = {}): UserConfig => ({
  ...shared,
  ...more,
  plugins: [oneFileAnEntry(), ...(more.plugins ?? [])],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    manifest: `.vite/${name}.json`,
    rolldownOptions: {
      input: builds[name],
      preserveEntrySignatures: 'strict',
      output: {
        format: 'es',
        entryFileNames: 'widget/[name]-[hash].js',
        chunkFileNames: 'widget/[name]-[hash].js',
      },
    },
  },
})

const sdk = (names = namesOf('chat')): UserConfig => ({
  ...shared,
  plugins: [oneFileAnEntry(), onlyThese(Object.values({ ...partNames(), ...namesOf('words'), ...names }))],
  define: { __PARLEY_CHUNKS__: JSON.stringify(hashesOf(names)) },
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

/** `chat-DJxCYerk.js` of `chat` -> `DJxCYerk` */
const hashesOf = (names: Sources): Sources =>
  Object.fromEntries(
    Object.entries(names).map(([name, file]) => [name, file.slice(name.length + 1, -'.js'.length)]),
  )

// oxlint-disable-next-line import/no-default-export
export default defineConfig(({ mode, command }) => {
  if (command === 'serve') return { ...shared, define: { ...namesAre(sameNames()), ...hashesAre(noHashes) } }
  if (mode === 'sdk') return sdk()
  if (mode === 'words') return chunks(mode)
  if (mode === 'tools') return chunks(mode, { plugins: [takesFromTheChat()] })
  if (mode === 'member' || mode === 'call') {
    return chunks(mode, { plugins: [knows(() => hashesAre(wordsOf(mode))), takesFromTheChat()] })
  }
  return chunks('chat', { plugins: [knows(() => namesAre(partNames()))] })
})

const namesAre = (names: Sources) => ({ __PARLEY_PARTS__: JSON.stringify(names) })
const hashesAre = (hashes: Sources) => ({ __PARLEY_HASHES__: JSON.stringify(hashes) })

/** Asked when a build begins, not when this file is read: tools read it in a clone where nothing is built yet. */
const knows = (define: () => Sources): Plugin => ({
  name: 'knows-the-parts',
  config: () => ({ define: define() }),
})

/** The preview has no files with hashes: it finds its parts by name. */
const sameNames = (): Sources =>
  Object.fromEntries(
    Object.keys({ ...builds.tools, ...builds.member, ...builds.call }).map((name) => [name, name]),
  )

/** Each part knows its own words alone, and of their names what it cannot say itself: names weigh. */
const wordsOf = (part: string) => {
  const hashes = hashesOf(namesOf('words'))
  return each(
    (language) => language,
    (language) => hashes[`${part}-${language}`]!,
  )
}
/** In the preview: `call-en-.js`. */
const noHashes = each(
  (language) => language,
  () => '',
)

const partNames = () => ({ ...namesOf('tools'), ...namesOf('member'), ...namesOf('call') })

function namesOf(build: Build): Record<string, string> {
  const written = JSON.parse(
    readFileSync(`${import.meta.dirname}/dist/.vite/${build}.json`, 'utf8'),
  ) as Record<string, { file: string } | undefined>
  const names: Record<string, string> = {}
  for (const [name, source] of Object.entries(builds[build])) {
    const file = written[source]?.file
    if (!file) throw new Error(`${source} is not in the manifest: run \`npm run build -w widget\``)
    names[name] = basename(file)
  }
  return names
}

/**
 * What the chat has already comes to a part in its kit (src/parts/kit.ts). An import of the chat's file would not do:
 * after a failed download the chat has another address, and a second Preact would be loaded beside the first.
 */
function takesFromTheChat(): Plugin {
  const kit = `${import.meta.dirname}/src/parts/kit.ts`
  const inKit =
    /^preact($|\/)|\/(chat-context|icon|picture|use-outside|face|attachment|result|database|listen|store|times|retry-until-settled|uuid)(\.tsx?)?$/
  return {
    name: 'takes-from-the-chat',
    enforce: 'pre',
    resolveId: (source, importer) => (importer && importer !== kit && inKit.test(source) ? kit : undefined),
  }
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
