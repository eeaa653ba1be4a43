import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './core/free-port.ts'

/**
 * `npm run dev`: one address for everything. Vite serves the panel there with hot module replacement and proxies all other
 * requests and sockets to the service, which restarts when its sources change and serves the widget's latest build.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const port = process.env['PORT'] ?? '8080'
const servicePort = await freePort(0)
const baseUrl = process.env['PARLEY_BASE_URL'] ?? `http://localhost:${port}`

const children: ChildProcess[] = []
let isStopping = false

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

start('npm', ['run', '--silent', 'watch', '-w', 'widget', '--', '--logLevel', 'warn'])

const vite = path.join(root, 'node_modules/vite/bin/vite.js')
start(process.execPath, [vite, '--port', port, '--strictPort', '--logLevel', 'warn'], {
  cwd: path.join(root, 'panel'),
  env: { PARLEY_DEV_SERVICE: `http://127.0.0.1:${servicePort}` },
})

const watchedSources = ['server/src', 'server/migrations', 'protocol/src', 'examples/shop']
start(
  process.execPath,
  [
    ...watchedSources.map((folder) => `--watch-path=${folder}`),
    '--watch-preserve-output',
    'server/src/main.ts',
  ],
  { env: { HOST: '127.0.0.1', PORT: String(servicePort), PARLEY_BASE_URL: baseUrl } },
)

/** In a process group of its own, so that a stop also reaches what npm started. */
function start(
  command: string,
  args: readonly string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): void {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
    detached: true,
  })
  child.on('exit', (code) => stop(code ?? 1))
  children.push(child)
}

function stop(code: number): void {
  if (isStopping) return
  isStopping = true
  process.exitCode = code
  for (const { pid, exitCode, signalCode } of children) {
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM')
  }
}
