import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Builds `dist/`, a complete package for `npm pack` or `npm install ./node-sdk/dist`. This repository uses the source
 * directly; Node does not run TypeScript from installed packages.
 */
const here = import.meta.dirname
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'))

const typescript = createRequire(import.meta.url).resolve('@typescript/native/package.json')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const { status } = spawnSync(
  process.execPath,
  [
    path.join(path.dirname(typescript), 'bin/tsc'),
    '-p',
    path.join(here, 'tsconfig.build.json'),
    '--outDir',
    out,
  ],
  { stdio: 'inherit' },
)
if (status !== 0) process.exit(status ?? 1)

const { name, version, description, license, type, dependencies } = JSON.parse(
  readFileSync(path.join(here, 'package.json'), 'utf8'),
) as Record<string, unknown>
const manifest = {
  name,
  version,
  description,
  license,
  type,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  engines: { node: '>=22' },
  dependencies,
}
writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(path.join(here, 'README.md'), path.join(out, 'README.md'))
