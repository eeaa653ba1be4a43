#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * `parley`: runs the program with the Node that was installed with it. Plain JavaScript without dependencies, because it runs on
 * whatever Node version the machine has.
 */
const neededMajor = 24
const source = ['../dist/parley.js', '../src/parley.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
)
const program = source.find((file) => existsSync(file)) ?? ''
const words = process.argv.slice(2)

const node =
  installedNode() ?? (Number(process.versions.node.split('.')[0]) >= neededMajor ? process.execPath : null)
if (node === null) {
  process.stderr.write(
    `parley: this machine has Node ${process.versions.node}, and Parley needs ${neededMajor}. Install it from https://nodejs.org and try again.\n`,
  )
  process.exit(1)
}
// The flag: docs/decisions/young-generation.md.
run(node, ['--max-semi-space-size=8', program, ...words])

function installedNode() {
  const { resolve } = createRequire(import.meta.url)
  for (const name of [`node-${process.platform}-${process.arch}/bin/node`, 'node/bin/node']) {
    try {
      return resolve(name)
    } catch {
      // Not installed: no package exists for this system, or npm skipped optional dependencies.
    }
  }
  return null
}

function run(file, args) {
  if (typeof process.execve === 'function') {
    // Replaces this process. Node warns that `execve` is experimental.
    process.removeAllListeners('warning')
    process.execve(file, [file, ...args])
  }
  const child = spawn(file, args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    // A terminal sends Ctrl-C to both processes; a second SIGINT does no harm.
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    process.stderr.write(`parley: ${file} cannot be started (${error.message})\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? ''] ?? 0)))
}
