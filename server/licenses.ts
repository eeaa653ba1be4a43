import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const modules = `${path.sep}node_modules${path.sep}`

/** Licence texts of the npm packages that the modules belong to, because a bundle must carry them. */
export function collectLicenses(moduleIds: readonly string[]): string {
  const directories = new Set(moduleIds.flatMap((id) => packageDirectory(id) ?? []))
  return [...directories].toSorted().map(licenseOf).join('\n')
}

function packageDirectory(moduleId: string): string | undefined {
  const id = moduleId.replace(/^\0/, '').replace(/\?.*$/, '')
  const start = id.lastIndexOf(modules)
  if (start === -1) return undefined
  const [scopeOrName = '', name = ''] = id.slice(start + modules.length).split(path.sep)
  const relative = scopeOrName.startsWith('@') ? path.join(scopeOrName, name) : scopeOrName
  return path.join(id.slice(0, start + modules.length), relative)
}

function licenseOf(directory: string): string {
  const manifest = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const file = readdirSync(directory).find((name) => /^licen[cs]e/i.test(name))
  const text =
    file !== undefined && existsSync(path.join(directory, file))
      ? readFileSync(path.join(directory, file), 'utf8')
      : ''
  return `${manifest.name} ${manifest.version} (${manifest.license ?? 'see its text'})\n\n${text.trim()}\n\n${'-'.repeat(80)}\n`
}
