import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { stages, type Part, type Suite } from './parts.ts'
import { countTests, formatReport, type Result, type TestCounts, type VitestReport } from './report.ts'

/**
 * Runs the checks of a suite and prints how long each part took: `node .ci/check.ts fast|check|all`.
 * `CHECK_INSTALL_SECONDS` adds the installation that preceded it to the table.
 */
type Finished = { result: Result; output: string }

const isSuite = (name: string): name is Suite => Object.hasOwn(stages, name)

async function main(suite: string): Promise<void> {
  if (!isSuite(suite)) throw new Error(`There is no suite "${suite}": ${Object.keys(stages).join(', ')}.`)
  const startedAt = performance.now()
  const installMs = Number(process.env['CHECK_INSTALL_SECONDS'] ?? 0) * 1000
  const results: Result[] = []
  if (installMs > 0) results.push({ name: 'npm install', outcome: 'passed', durationMs: installMs })
  let failures: Finished[] = []
  for (const stage of stages[suite]) {
    if (failures.length > 0) {
      results.push(...stage.map(({ name }): Result => ({ name, outcome: 'not run', durationMs: 0 })))
      continue
    }
    const finished = await runStage(stage)
    results.push(...finished.map(({ result }) => result))
    failures = finished.filter(({ result }) => result.outcome === 'failed')
  }
  // The first failure last, where a terminal shows it.
  for (const { result, output } of failures.toReversed()) {
    process.stdout.write(`\n--- ${result.name} failed ---\n${output.trimEnd()}\n`)
  }
  const totalMs = installMs + performance.now() - startedAt
  process.stdout.write(`\n${formatReport(results, totalMs)}\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

/** Runs as many parts at once as there are cores; results are in the order of the parts. */
async function runStage(stage: readonly Part[]): Promise<Finished[]> {
  const finished: Finished[] = []
  const waiting = stage.entries()
  const worker = async () => {
    for (const [index, part] of waiting) finished[index] = await runPart(part, stage.length > 1)
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), stage.length) }, worker))
  return finished
}

/** Output of parts that run concurrently is kept for the end when they fail. */
async function runPart(part: Part, isConcurrent: boolean): Promise<Finished> {
  const startedAt = performance.now()
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-check-'))
  try {
    const reportFile = path.join(folder, 'report.json')
    const options = [...(part.options ?? []), ...(part.tests ? vitestOptions(reportFile) : [])]
    if (!isConcurrent) process.stdout.write(`\n--- ${part.name} ---\n`)
    const { code, output } = await runScript(part.script, options, isConcurrent)
    const tests = part.tests ? await readCounts(reportFile, code) : undefined
    const outcome = code === 0 ? 'passed' : 'failed'
    const durationMs = performance.now() - startedAt
    if (isConcurrent) process.stdout.write(`${part.name}: ${outcome}, ${(durationMs / 1000).toFixed(1)} s\n`)
    return { result: { name: part.name, outcome, durationMs, ...(tests && { tests }) }, output }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const vitestOptions = (reportFile: string) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reportFile}`,
]

async function runScript(
  script: string,
  options: readonly string[],
  keepsOutput: boolean,
): Promise<{ code: number; output: string }> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
    stdio: ['ignore', keepsOutput ? 'pipe' : 'inherit', keepsOutput ? 'pipe' : 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

async function readCounts(reportFile: string, code: number): Promise<TestCounts> {
  const report = await readFile(reportFile, 'utf8').catch(() => null)
  if (report === null) return { passed: 0, failed: code === 0 ? 0 : 1 }
  const counts = countTests(JSON.parse(report) as VitestReport)
  // An error outside of every file, such as an unhandled rejection, fails the run as well.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

await main(process.argv[2] ?? '')
