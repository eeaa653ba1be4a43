import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ignoreMissing } from './core/data-dir.ts'

/** What Vite writes last of each app, and what each is made of: times are enough, for nobody edits `dist`. */
const apps = [
  { name: 'widget', output: 'widget/dist/sdk.js', sources: ['widget', 'client', 'protocol'] },
  { name: 'panel', output: 'panel/dist/index.html', sources: ['panel', 'client', 'protocol'] },
]

/** The apps whose build is missing, or older than a file or folder that it is made of. */
export async function staleApps(root: string): Promise<string[]> {
  const stale: string[] = []
  for (const { name, output, sources } of apps) {
    const built = (await stat(path.join(root, output)).catch(ignoreMissing))?.mtimeMs ?? 0
    const newest = await Promise.all(sources.map((source) => newestIn(path.join(root, source))))
    if (Math.max(...newest) > built) stale.push(name)
  }
  return stale
}

/** A folder counts too: its time tells of a file that was removed from it. The room itself holds `dist`, so it does not. */
async function newestIn(directory: string, isRoom = true): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true })
  const times = entries
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .map(async (entry) => {
      const location = path.join(directory, entry.name)
      return entry.isDirectory() ? newestIn(location, false) : (await stat(location)).mtimeMs
    })
  const own = isRoom ? 0 : (await stat(directory)).mtimeMs
  return Math.max(own, ...(await Promise.all(times)))
}

/** Through the npm that runs us, so that it is found also where no npm is in the PATH. Answers its output when it failed. */
async function build(names: string[]): Promise<string | null> {
  const words = ['run', '--silent', 'build', ...names.flatMap((name) => ['-w', name])]
  const npm = process.env['npm_execpath']
  // Whatever runs us may have said test or development: then React would be its large and slow self.
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

/** `npm start` runs this first: seconds on the first start and after an update, nothing at all else. */
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
