import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ignoreMissing } from './core/data-dir.ts'

/** The file that is written last of each build, and its sources. Modification times suffice, because `dist` is not edited by hand. */
const apps = [
  { name: 'widget', output: 'widget/dist/sdk.js', sources: ['widget', 'client', 'protocol'] },
  { name: 'panel', output: 'panel/dist/index.html', sources: ['panel', 'client', 'protocol'] },
  { name: 'server', output: 'server/dist/LICENSES.txt', sources: ['server', 'protocol'] },
]

/** Returns the apps whose build is missing or older than a source file or folder. */
export async function staleApps(root: string): Promise<string[]> {
  const stale: string[] = []
  for (const { name, output, sources } of apps) {
    const built = (await stat(path.join(root, output)).catch(ignoreMissing))?.mtimeMs ?? 0
    const newest = await Promise.all(sources.map((source) => newestIn(path.join(root, source))))
    if (Math.max(...newest) > built) stale.push(name)
  }
  return stale
}

/** Folders count too, because removing a file changes their time. The workspace folder does not: it contains `dist`. */
async function newestIn(directory: string, isWorkspace = true): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true })
  const times = entries
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .map(async (entry) => {
      const location = path.join(directory, entry.name)
      return entry.isDirectory() ? newestIn(location, false) : (await stat(location)).mtimeMs
    })
  const own = isWorkspace ? 0 : (await stat(directory)).mtimeMs
  return Math.max(own, ...(await Promise.all(times)))
}

/** Uses the calling npm, because the PATH may have none. Resolves with the output of a failed build, else null. */
async function build(names: string[]): Promise<string | null> {
  const words = ['run', '--silent', 'build', ...names.flatMap((name) => ['-w', name])]
  const npm = process.env['npm_execpath']
  // The caller may have set another environment, and the panel would contain React's development version.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child =
    npm === undefined
      ? spawn(`npm ${words.join(' ')}`, { shell: true, env })
      : spawn(process.execPath, [npm, ...words], { env })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  return await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? null : output))
  })
}

/** Runs before `npm start`: takes seconds on the first start and after an update, otherwise nothing. */
async function main(): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const names = await staleApps(root)
  if (names.length === 0) return
  const began = performance.now()
  process.stdout.write(`Building ${names.join(' and ')} ... `)
  const failure = await build(names)
  if (failure === null) {
    process.stdout.write(`done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
    return
  }
  process.stdout.write('failed\n')
  process.stderr.write(
    `${failure.trimEnd()}\n\nparley: the ${names.join(' and ')} cannot be built. Run \`npm install\`, then \`npm run build\`.\n`,
  )
  process.exitCode = 1
}

if (import.meta.main) await main()
