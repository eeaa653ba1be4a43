import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.resolve(import.meta.dirname, '..')
const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tsx'),
)

/** TypeScript does not check class names of CSS modules: a misspelled one is `undefined` at run time. */
test('components use only classes that their CSS modules define', () => {
  const used = components.flatMap((file) => classesUsed(path.join(source, file)))
  expect(used.length).toBeGreaterThan(300)
  expect(used.filter(({ module, name }) => !classesDefined(module).has(name))).toEqual([])
})

function classesUsed(file: string): { file: string; module: string; name: string }[] {
  const text = readFileSync(file, 'utf8')
  const body = text.replaceAll(/^import .*$/gm, '')
  return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'$/gm)].flatMap(
    ([, variable, specifier = '']) =>
      [...body.matchAll(new RegExp(`\\b${variable}\\.([a-z]\\w*)`, 'g'))].map(([, name = '']) => ({
        file: path.relative(source, file),
        module: path.resolve(path.dirname(file), specifier),
        name,
      })),
  )
}

const defined = new Map<string, Set<string>>()
function classesDefined(module: string): Set<string> {
  const known = defined.get(module)
  if (known) return known
  const text = readFileSync(module, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const names = new Set([...text.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name = '']) => name))
  defined.set(module, names)
  return names
}
