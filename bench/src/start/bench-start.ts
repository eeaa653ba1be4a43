import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { fixed, median, row } from '../figures.ts'
import { freePort, processorSeconds, residentBytes, startFlags } from '../processes.ts'

const inRoot = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url))

/** What is started in turns. The bundle is what `npm start`, the image and the package run. */
const programs = {
  floor: inRoot('bench/src/start/floor-program.ts'),
  source: inRoot('server/src/parley.ts'),
  bundle: inRoot('server/dist/parley.js'),
}
type Name = keyof typeof programs

interface Sample {
  readyMs: number
  processorMs: number
  idleMiB: number
}

/** Garbage of the start is collected within this time; then memory is measured. */
const idleMs = 5_000

/**
 * `npm run bench -- start` (S1): milliseconds from the start of the process to the first 200 of `/readyz` on an existing
 * database, processor time until then, and resident memory after five idle seconds.
 */
export async function benchStart(options: BenchOptions): Promise<void> {
  const database = await startDatabase()
  const samples: Record<Name, Sample[]> = { floor: [], source: [], bundle: [] }
  const names = Object.keys(programs) as Name[]
  try {
    const environment = {
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: path.join(database.dataDir, 'service'),
      PARLEY_SECRET: 'a secret that only a benchmark would use',
      PARLEY_DEMO: '0',
      PARLEY_LOG_LEVEL: 'warn',
    }
    const flags = await startFlags()
    const rounds = options.quick ? 3 : 15
    for (let round = 0; round <= rounds; round++) {
      for (const name of names) {
        const sample = await startOnce(programs[name], flags, environment)
        // The first round migrates the database and fills the file cache.
        if (round > 0) samples[name].push(sample)
      }
    }
    console.log(`\nS1 start on an existing database, medians of ${rounds} rounds in turns (least to most)`)
    row('', ...names)
    row('ready, ms', ...names.map((name) => spread(samples[name].map(({ readyMs }) => readyMs))))
    row('processor time, ms', ...names.map((name) => spread(samples[name].map((one) => one.processorMs))))
    row('idle memory, MiB', ...names.map((name) => spread(samples[name].map(({ idleMiB }) => idleMiB))))
  } finally {
    await database.stop()
  }
}

async function startOnce(
  program: string,
  flags: readonly string[],
  environment: Record<string, string>,
): Promise<Sample> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [...flags, program], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pid = child.pid ?? 0
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
      await wait(2)
    }
    const readyMs = performance.now() - began
    const processorMs = processorSeconds(pid) * 1000
    await wait(idleMs)
    return { readyMs, processorMs, idleMiB: residentBytes(pid) / 2 ** 20 }
  } finally {
    const gone = once(child, 'exit')
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await gone
    }
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

const spread = (values: number[]) =>
  `${fixed(median(values), 0)} (${fixed(Math.min(...values), 0)}-${fixed(Math.max(...values), 0)})`
