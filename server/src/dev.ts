import { spawn } from 'node:child_process'

/**
 * `npm run dev`: the service restarts when its sources change, widget and panel are built again when theirs do.
 * The service serves what was built, so one address shows everything: reload the page.
 */
const commands = [
  ['npm', 'run', 'build', '-w', 'widget', '--silent', '--', '--watch'],
  ['npm', 'run', 'build', '-w', 'panel', '--silent', '--', '--watch'],
  [process.execPath, '--watch-path=server/src', '--watch-path=protocol/src', 'server/src/main.ts'],
]

const children = commands.map(([command = '', ...args]) => spawn(command, args, { stdio: 'inherit' }))
for (const child of children) child.on('exit', (code) => stop(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

let stopping = false
function stop(code: number): void {
  if (stopping) return
  stopping = true
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}
