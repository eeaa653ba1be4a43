import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
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
for (const workspace of ['server', 'node-sdk']) {
  run(process.execPath, [path.join(root, workspace, 'build.ts')])
  runNpm(['pack', path.join(root, workspace, 'dist'), '--pack-destination', out, '--loglevel=error'])
}
process.stdout.write(
  readdirSync(out)
    .map((name) => `${path.relative(root, out)}/${name}\n`)
    .join(''),
)
