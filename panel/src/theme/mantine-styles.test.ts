import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const theme = import.meta.dirname
const source = path.resolve(theme, '..')
const mantine = path.resolve(source, '../../node_modules/@mantine')
const read = (...parts: string[]) => readFileSync(path.join(...parts), 'utf8')
const filesUnder = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file))

test('mantine.css imports the styles of exactly the Mantine components in use', () => {
  const listed = [...read(theme, 'mantine.css').matchAll(/styles\/([A-Z]\w+)\.layer\.css/g)].map(
    ([, name]) => name,
  )
  expect(new Set(listed)).toEqual(new Set(componentsInUse()))
})

/** Follows our imports and those of the notifications package through Mantine's modules. */
function componentsInUse(): string[] {
  const ours = filesUnder(source, /(?<!\.test)\.tsx?$/).map((file) => read(source, file))
  const theirs = filesUnder(path.join(mantine, 'notifications/esm'), /\.mjs$/).map((file) =>
    read(mantine, 'notifications/esm', file),
  )
  const names = new Set(
    [...ours, ...theirs].flatMap((text) =>
      namesImported(text, /import \{([^}]+)\} from ['"]@mantine\/core['"]/g),
    ),
  )
  const core = path.join(mantine, 'core/esm')
  const seen = new Set<string>()
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, next] of read(file).matchAll(/from "(\.[^"]+)"/g)) {
      follow(path.resolve(path.dirname(file), next ?? ''))
    }
  }
  for (const [, list, from] of read(core, 'index.mjs').matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g)) {
    if ((list ?? '').split(',').some((name) => names.has(name.trim()))) follow(path.resolve(core, from ?? ''))
  }
  // Components with styles have a module of class names.
  const styled = [...seen].map((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? '')
  return styled.filter((name) => existsSync(path.join(mantine, `core/styles/${name}.css`)))
}

const namesImported = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, list]) =>
    (list ?? '')
      .split(',')
      // `Modal as MantineModal` imports Modal.
      .map((name) => name.trim().replace(/ as \w+$/, ''))
      .filter((name) => name !== '' && !name.startsWith('type ')),
  )
