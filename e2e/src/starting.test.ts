import { freePort } from '@parley/server/core/free-port'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { foundOrganization, sessionOf } from './harness/people.ts'
import { newHome, startAlone, startInVain, type Service } from './harness/service.ts'

const services: Service[] = []
const homes: string[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.remove()
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true })
})

async function started(...options: Parameters<typeof startAlone>): Promise<Service> {
  const service = await startAlone(...options)
  services.push(service)
  return service
}

async function emptyHome(): Promise<string> {
  const home = await newHome()
  homes.push(home)
  return home
}

describe('npm start', () => {
  it('[B2] prints the URLs of shop and panel and a valid sign-in, and on SIGTERM stops everything it started', async () => {
    const service = await started({ command: ['npm', 'start'] })
    const demo = await service.demo()
    expect(service.output().replaceAll(/^> .*\n|^\n(?=> |\n)/gm, '')).toContain(
      `Parley is running at ${service.url}

  Demo shop   ${service.url}/shop/
  Panel       ${service.url}/panel/
  Sign in as  ${demo.email}  ${demo.password}
`,
    )
    for (const page of ['/shop/', '/panel/']) {
      const response = await fetch(`${service.url}${page}`)
      expect([page, response.status, response.headers.get('content-type')]).toEqual([
        page,
        200,
        'text/html; charset=utf-8',
      ])
    }
    expect((await sessionOf(service, demo)).cookie).toMatch(/session_token=/)

    const database = new URL(await service.databaseUrl())
    await service.stop()
    for (const port of [service.port, Number(database.port)]) {
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
    }
  })
})

describe('a second start on the same data dir', () => {
  it('[S1] keeps everything, also after SIGKILL', async () => {
    const service = await started({ environment: { PARLEY_SIGNUP: 'open' } })
    const before = await service.demo()
    const organization = await foundOrganization(service, 'Kept')

    await service.kill()
    await service.start()

    expect(await service.demo()).toEqual(before)
    expect(service.output()).toContain(before.password)
    const { cookie } = await sessionOf(service, organization.owner)
    const provider = await organization.call(
      { ...organization.owner, cookie },
      'GET',
      `/providers/${organization.provider.id}`,
    )
    expect(provider).toEqual(organization.provider)
  })

  it('is refused in one line while the first one runs', async () => {
    const service = await started()
    const failed = await startInVain({ PORT: `${await freePort(0)}`, PARLEY_DATA_DIR: service.dataDir })
    expect(failed).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^parley: Another Parley \(process \d+ on .*\) uses the data dir .*\n$/),
    })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })
})

describe('a failed start prints its reason in one line, with exit code 1', () => {
  it('when the port is in use', async () => {
    const home = await emptyHome()
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const address = squatter.address()
    const port = typeof address === 'object' ? address?.port : undefined
    try {
      const failed = await startInVain({ PORT: `${port}`, PARLEY_DATA_DIR: path.join(home, 'data') })
      expect(failed).toMatchObject({
        code: 1,
        stderr: `parley: Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with PORT=....\n`,
      })
    } finally {
      squatter.close()
    }
  })

  it('when the data dir cannot be created', async () => {
    const file = path.join(await emptyHome(), 'file')
    await writeFile(file, '')
    const dataDir = path.join(file, 'data')
    const failed = await startInVain({ PORT: `${await freePort(0)}`, PARLEY_DATA_DIR: dataDir })
    expect(failed).toEqual({
      code: 1,
      stdout: '',
      stderr: `parley: The data dir ${dataDir} cannot be created: a file is in the way. Set PARLEY_DATA_DIR to a directory that this user may write to.\n`,
    })
  })

  it('when the database cannot be reached, without printing its password', async () => {
    const home = await emptyHome()
    const failed = await startInVain({
      PORT: `${await freePort(0)}`,
      PARLEY_DATA_DIR: path.join(home, 'data'),
      PARLEY_SECRET: '4dWq0Zt8kXyL2mNp6rSv9uBc3eFg5hJi',
      DATABASE_URL: `postgres://parley:very-secret@127.0.0.1:${await freePort(0)}/parley`,
    })
    expect(failed).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^parley: The database parley at 127.0.0.1:\d+ cannot be reached \(.*\)\. Check that it runs and that DATABASE_URL is right\.\n$/,
      ),
    })
    expect(failed.stderr).not.toContain('very-secret')
  })

  it('when variables are invalid, naming each one', async () => {
    const failed = await startInVain({ PORT: 'eighty', PARLEY_BASE_URL: 'http://shop.example' })
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toContain('PORT is "eighty"')
    expect(failed.stderr).toContain('PARLEY_BASE_URL is "http://shop.example"')
    expect(failed.stderr).not.toMatch(/^\s+at /m)
  })
})
