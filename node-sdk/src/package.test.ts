import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A separate project with only the built package installed. */
let project: string
const resolve = createRequire(import.meta.url).resolve
beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'parley-sdk-'))
  const modules = path.join(project, 'node_modules')
  mkdirSync(path.join(modules, '@types'), { recursive: true })
  const build = path.join(import.meta.dirname, '../build.ts')
  execFileSync(process.execPath, [build, path.join(modules, '@parley/node')])
  symlinkSync(path.dirname(path.dirname(resolve('standardwebhooks'))), path.join(modules, 'standardwebhooks'))
  symlinkSync(path.dirname(resolve('@types/node/package.json')), path.join(modules, '@types/node'))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const program = `
import { readMessages, verifyWebhook, WebhookVerificationError } from '@parley/node'
try {
  const event = verifyWebhook({}, '{}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  if (event.type === 'conversation.ended')
    for await (const page of readMessages(event.data.messages_url)) console.log(page.data[0]?.content)
} catch (error) {
  console.log(error instanceof WebhookVerificationError && error.code)
}
`

test('the built package runs in a plain Node', () => {
  writeFileSync(path.join(project, 'program.mjs'), program)
  const output = execFileSync(process.execPath, ['program.mjs'], { cwd: project, encoding: 'utf8' })
  expect(output.trim()).toBe('headers_missing')
})

test('its types compile on their own in strict mode', () => {
  writeFileSync(path.join(project, 'program.mts'), program)
  const compiler = path.join(path.dirname(resolve('@typescript/native/package.json')), 'bin/tsc')
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
    'program.mts',
  ]
  execFileSync(process.execPath, [compiler, ...options], { cwd: project, encoding: 'utf8' })
  const manifest = JSON.parse(
    readFileSync(path.join(project, 'node_modules/@parley/node/package.json'), 'utf8'),
  ) as {
    dependencies: object
  }
  expect(Object.keys(manifest.dependencies)).toEqual(['standardwebhooks'])
})
