import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
/** Importing one of these, directly or through other modules, means that a test needs PostgreSQL or NATS. */
const serverModules = new Set([
  'server/src/testing/nats-server.ts',
  'server/src/testing/test-database.ts',
  'server/src/core/embedded-postgres.ts',
])
const startsPrograms = /from 'node:child_process'/

/** Static and dynamic imports and re-exports, without those of types. */
const importPattern =
  /^(?:import|export)\s(?!type\s)[^'"]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/**
 * Returns the test files that need PostgreSQL or NATS, or start other programs, relative to the repository's root. All others are unit
 * tests. Derived from imports, so that no list has to be kept.
 */
export function integrationTests(patterns: readonly string[]): string[] {
  const imports = new Map<string, string[]>()
  return globSync(patterns, { cwd: root })
    .filter((test) => {
      const file = path.join(root, test)
      return startsPrograms.test(readFileSync(file, 'utf8')) || reachesServer(file, imports)
    })
    .sort()
}

function reachesServer(test: string, imports: Map<string, string[]>): boolean {
  // A set yields what is added while it is iterated.
  const reached = new Set([test])
  for (const file of reached) {
    if (serverModules.has(path.relative(root, file))) return true
    const imported = imports.get(file) ?? importsOf(file)
    imports.set(file, imported)
    for (const target of imported) reached.add(target)
  }
  return false
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(importPattern)].flatMap(([, statement, call]) => {
    const target = resolveImport(statement ?? call ?? '', path.dirname(file))
    return target !== null && /\.tsx?$/.test(target) ? [target] : []
  })
}

/** Returns null for packages. */
function resolveImport(specifier: string, directory: string): string | null {
  if (specifier.startsWith('.')) return path.resolve(directory, specifier)
  const [, workspace, module] = /^@parley\/(client|protocol|server)\/(.+)$/.exec(specifier) ?? []
  return workspace === undefined ? null : path.join(root, workspace, 'src', `${module}.ts`)
}
