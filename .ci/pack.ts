import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * `npm run pack`: writes the packages of a release to `release/`, `parley-server-<version>.tgz` and `parley-node-<version>.tgz`.
 * An argument sets another directory. See docs/decisions/release.md.
 */
const root = path.dirname(import.meta.dirname)
const out = path.resolve(process.argv[2] ?? path.join(root, 'release'))
const npm = process.env['npm_execpath']

function run(file: string, args: string[]): void {
  // The caller may have set another environment, and the panel would contain React's development version.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(file, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}
// Runs the calling npm with this Node. The `npm` on the PATH may use a different version of Node.
const runNpm = (args: string[]) =>
  npm === undefined ? run('npm', args) : run(process.execPath, [npm, ...args])

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
runNpm(['run', '--silent', 'build'])
run(process.execPath, [path.join(root, 'node-sdk/build.ts')])
const staging = mkdtempSync(path.join(tmpdir(), 'parley-pack-'))
try {
  run(process.execPath, [path.join(root, 'server/pack.ts'), staging])
  for (const folder of [staging, path.join(root, 'node-sdk/dist')])
    runNpm(['pack', folder, '--pack-destination', out, '--loglevel=error'])
} finally {
  rmSync(staging, { recursive: true, force: true })
}
process.stdout.write(
  readdirSync(out)
    .map((name) => `${path.relative(root, out)}/${name}\n`)
    .join(''),
)
