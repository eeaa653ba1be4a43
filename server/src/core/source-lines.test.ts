import { encode } from '@jridgewell/sourcemap-codec'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceLines } from './source-lines.ts'

let folder: string
let bundle: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-map-'))
  bundle = path.join(folder, 'dist/main.js')
  await mkdir(path.dirname(bundle))
  const map = {
    version: 3,
    sources: ['../src/app.ts', ''],
    names: [],
    // Column 10 of the bundle is line 5, column 3 of the source; from column 30 on it is a package.
    mappings: encode([
      [
        [10, 0, 4, 2],
        [30, 1, 0, 0],
      ],
    ]),
  }
  await writeFile(`${bundle}.map`, JSON.stringify(map))
})
afterAll(() => rm(folder, { recursive: true }))

test('a stack trace names lines of the source where the bundle has a map', () => {
  const stack = `Error: no\n    at start (file://${bundle}:1:11)\n    at file://${bundle}:1:15`
  const source = path.join(folder, 'src/app.ts')
  expect(sourceLines(stack)).toBe(`Error: no\n    at start (${source}:5:3)\n    at ${source}:5:3`)
})

test('lines of packages and files without a map stay as they are', () => {
  for (const stack of [
    `Error: no\n    at send (file://${bundle}:1:40)`,
    `Error: no\n    at send (file://${folder}/other.js:1:11)`,
    'Error: no\n    at node:internal/timers:1:11',
  ])
    expect(sourceLines(stack)).toBe(stack)
})
