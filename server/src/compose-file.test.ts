import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfigWith } from './config.ts'
import { environmentReader } from './core/environment.ts'
import { installationDir } from './core/installation.ts'

/** Set by the image, or by each service. */
const ofServices = new Set(['PORT', 'HOST', 'PARLEY_DATA_DIR', 'PARLEY_ROLES'])

test('compose.yaml passes on every variable, so that what is in .env takes effect', () => {
  const reader = environmentReader({})
  readConfigWith(reader, '/srv')
  const block = /^x-environment:.*\n((?: {2}.*\n)+)/m.exec(
    readFileSync(path.join(installationDir, 'compose.yaml'), 'utf8'),
  )?.[1]
  const passed = new Set([...(block ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name))
  const missing = reader.variables().filter(({ name }) => !passed.has(name) && !ofServices.has(name))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('secrets and backups in the checkout do not get into the image', () => {
  const lines = readFileSync(path.join(installationDir, '.dockerignore'), 'utf8').split('\n')
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const secret = ['.env', '.env.production', 'parley_secret', 'parley_secret.old', 'compose.override.yaml']
  const files = [...secret, 'parley.tar.zst', 'backups/parley-2026-03-01.tar.zst', '.parley/secret']
  const copied = files.filter((file) => {
    // A pattern also excludes what is in a matching directory.
    const parents = file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    return !parents.some((parent) => patterns.some((pattern) => path.matchesGlob(parent, pattern)))
  })
  expect(copied).toEqual([])
})
