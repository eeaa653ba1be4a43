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
