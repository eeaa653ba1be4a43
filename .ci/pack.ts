import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * `npm run pack`: writes the packages of a release to `release/`, `parley-server-<version>.tgz` and `parley-node-<version>.tgz`.
 * An argument names another directory. docs/decisions/release.md.
 */
const root = path.dirname(import.meta.dirname)
const out = path.resolve(process.argv[2] ?? path.join(root, 'release'))
const npm = process.env['npm_execpath']

function run(file: string, words: string[]): void {
  execFileSync(file, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}
// Through the npm that runs us: its own Node may be another than the one that runs this.
const runNpm = (words: string[]) =>
  npm === undefined ? run('npm', words) : run(process.execPath, [npm, ...words])

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
