import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../core/free-port.ts'
import { sendFirstMessage } from './first-message.ts'

/**
 * Measures the time from an empty folder and an empty npm cache to the first message:
 * `npm run pack && node server/src/testing/time-npx.ts release/parley-server-*.tgz`. `--warm`: with this machine's npm cache.
 */
const [tarball = '', cache] = process.argv.slice(2)
const folder = await mkdtemp(path.join(tmpdir(), 'parley-npx-'))
const port = await freePort(0)
await copyFile(tarball, path.join(folder, 'parley.tgz'))
const began = performance.now()
const child = spawn('npx', ['--yes', './parley.tgz'], {
  cwd: folder,
  env: {
    ...process.env,
    PORT: String(port),
    ...(cache !== '--warm' && { npm_config_cache: path.join(folder, 'cache') }),
  },
  stdio: 'ignore',
  detached: true,
})
const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
const baseUrl = `http://localhost:${port}`
while (
  !(await fetch(`${baseUrl}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  ))
) {
  if (child.exitCode !== null) throw new Error(`npx ended with ${child.exitCode}`)
  await setTimeout(100)
}
console.log(`ready after ${seconds()} s`)
await sendFirstMessage(baseUrl, 'Hello')
console.log(`first message after ${seconds()} s`)
process.kill(-(child.pid ?? 0), 'SIGTERM')
await new Promise((resolve) => child.once('exit', resolve))
await rm(folder, { recursive: true, force: true })
