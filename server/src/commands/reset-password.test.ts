import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPanelService, tokenOf, type Member, type PanelService } from '../testing/panel-service.ts'

const program = fileURLToPath(new URL('../parley.ts', import.meta.url))

let service: PanelService
let owner: Member
let home: string
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found('Acme')
  home = await mkdtemp(path.join(tmpdir(), 'parley-command-'))
})
afterAll(async () => {
  await service.close()
  await rm(home, { recursive: true })
})

function runCommand(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: service.url,
    PARLEY_SECRET: 'a secret for tests, long enough to be one',
    PARLEY_DATA_DIR: home,
  }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, 'reset-password', ...words],
      { env, cwd: home },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

test('the command prints a link for the last owner', async () => {
  const { code, stdout, stderr } = await runCommand(owner.email.toUpperCase())
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [url = '', , explanation] = stdout.split('\n')
  expect(url).toMatch(/^http:\/\/localhost:8080\/panel\/reset-password#[\w-]{43}$/)
  expect(explanation).toContain(owner.email)
  const password = 'another horse battery'
  expect(
    await service.call('POST', '/v1/public/password-resets/use', {
      body: { token: tokenOf({ url }), password },
    }),
  ).toMatchObject({ status: 200 })
  expect(
    await service.call('POST', '/v1/auth/sign-in/email', { body: { email: owner.email, password } }),
  ).toMatchObject({ status: 200 })
})

test('an unknown e-mail address and wrong arguments are refused in one line', async () => {
  const unknown = await runCommand('nobody@example.com')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toBe('parley: Nobody has the e-mail nobody@example.com. Check the spelling.\n')
  expect(await runCommand()).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') })
})
