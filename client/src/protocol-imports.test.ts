import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

test('the client takes the protocol as types only: its schemas weigh bytes on a shop page', () => {
  expect(sources.length).toBeGreaterThan(20)
  for (const name of sources) {
    const source = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
    const values = source.match(
      /^(import(?! type)|export)[^\n]*from '(@parley\/protocol|\.\.\/\.\.\/protocol).*$/gm,
    )
    expect(values, name).toBeNull()
    expect(source.match(/import\(['"]@parley/), name).toBeNull()
  }
})
