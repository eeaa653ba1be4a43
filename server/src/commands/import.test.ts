import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainRule } from '../testing/automation-scene.ts'
import { untilBlocked } from '../testing/blocked-sessions.ts'
import { chatwootStart, startChatwoot } from '../testing/chatwoot-server.ts'
import { chatwootToken, importProgram, useImport } from '../testing/import-scene.ts'
import { kill } from '../testing/killed-processes.ts'
import { hourly } from '../testing/sla-scene.ts'
import { connectVisitor, foundOrganization } from '../testing/test-service.ts'
import { sendText } from '../testing/test-shop.ts'

const conversations = 240
const messagesEach = 12
const scene = useImport({ conversations })
let chatwoot: Awaited<ReturnType<typeof startChatwoot>>

beforeAll(async () => {
  chatwoot = await startChatwoot(scene.account, { token: chatwootToken, busyEvery: 7 })
})
afterAll(() => chatwoot.close())

const call = (method: string, path: string, body?: object) => callIn(scene.organization, method, path, body)
async function callIn(
  { id, cookie }: { id: string; cookie: string },
  method: string,
  path: string,
  body?: object,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
): Promise<any> {
  const answer = await scene.service.call(method, `/v1/organizations/${id}${path}`, {
    cookie,
    ...(body && { body }),
  })
  expect([200, 201], `${path}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
  return answer.body
}

const exported = () => path.join(scene.home, 'export')
const fetchInto = (directory: string) => scene.parley(directory, '--fetch', chatwoot.url, '--account', '1')

/** Rows of each table that an import writes. */
async function countsOf(organizationId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [
    'customer',
    'conversation',
    'message',
    'note',
    'label',
    'canned_reply',
    'media',
    'event_log',
  ]) {
    const [row] = await scene.rows(
      `select count(*)::int from ${table} where organization_id = $1`,
      organizationId,
    )
    counts[table] = row.count
  }
  return counts
}

const whole = {
  customer: 82,
  conversation: conversations,
  message: conversations * messagesEach,
  note: conversations,
  label: 1,
  canned_reply: 1,
  media: conversations,
}

describe('download', () => {
  test('a wrong token and a missing export are refused in one line', async () => {
    const other = path.join(scene.home, 'other')
    scene.environment['CHATWOOT_TOKEN'] = 'wrong'
    const wrong = await fetchInto(other)
    scene.environment['CHATWOOT_TOKEN'] = chatwootToken
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^parley: Chatwoot refuses the token/),
    })
    expect((await scene.parley(other)).stderr).toMatch(/is not an export of Chatwoot/)
    expect(await scene.parley()).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: ') })
  })

  test('everything is downloaded once, despite the rate limit', async () => {
    const { code, stdout, stderr } = await fetchInto(exported())
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`${conversations} conversations and ${conversations} new files`)
    const last = JSON.parse(await readFile(path.join(exported(), 'conversations/240.json'), 'utf8'))
    expect(last.messages.map(({ id }: { id: number }) => id)).toEqual(
      scene.account.conversations.at(-1)?.messages.map(({ id }) => id),
    )
    const before = chatwoot.requests.length
    expect((await fetchInto(exported())).stdout).toContain('and 0 new files')
    const again = chatwoot.requests.slice(before).map((request) => request.path)
    expect(again.filter((each) => each.includes('/messages') || each.includes('/rails/'))).toEqual([])
  })

  test('conversations that were deleted since the last download are removed with their files', async () => {
    const kept = await readdir(path.join(exported(), 'conversations'))
    const place = (...parts: string[]) => path.join(exported(), ...parts)
    const deleted = { conversation: { id: 9001 }, messages: [{ id: 1, attachments: [{ id: 9002 }] }] }
    await writeFile(place('conversations/9001.json'), JSON.stringify(deleted))
    await writeFile(place('attachments/9002'), 'secret')
    await writeFile(place('contacts/9003.json'), '{"payload":[]}')
    expect((await fetchInto(exported())).stdout).toContain(`${conversations} conversations and 0 new files`)
    expect(await readdir(place('conversations'))).toEqual(kept)
    expect(await readdir(place('attachments'))).not.toContain('9002')
    expect(await readdir(place('contacts'))).not.toContain('9003.json')
  })
})

test('an import that would store files elsewhere than the service is refused in one line', async () => {
  scene.environment['PARLEY_DATA_DIR'] = path.join(scene.home, 'elsewhere')
  const refused = await scene.parley(exported())
  scene.environment['PARLEY_DATA_DIR'] = scene.home
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^parley: The file storage is empty and not the one .* PARLEY_S3_BUCKET\.\n$/,
    ),
  })
  expect(await scene.rows('select from import_item')).toEqual([])
  expect(await scene.rows('select from media')).toEqual([])
})

test('a dry run reports what would happen and writes nothing', async () => {
  const { code, stdout } = await scene.parley(exported(), '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toMatch(/Nothing was imported/)
  expect(stdout).toMatch(new RegExp(`messages +${conversations * messagesEach} +0 +${conversations}\n`))
  expect(await countsOf(scene.organization.id)).toEqual(
    Object.fromEntries([...Object.keys(whole), 'event_log'].map((table) => [table, 0])),
  )
  expect(await scene.rows('select from import_item')).toEqual([])
})

test('history keeps times, order, senders and files, and nobody is notified', async () => {
  await call('POST', '/webhooks', {
    url: 'https://hooks.example.com/',
    events: ['customer.created', 'conversation.started', 'conversation.ended'],
  })
  await call('POST', '/automation-rules', plainRule)
  const { code, stdout, stderr } = await scene.parley(exported())
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`${conversations} of ${conversations} conversations`)
  expect(stdout).toMatch(/240 x messages: activity notice/)
  expect(await countsOf(scene.organization.id)).toMatchObject(whole)

  const found = await scene.rows(
    'select * from conversation where organization_id = $1 order by started_at limit 3',
    scene.organization.id,
  )
  const iso = (seconds: number) => new Date((chatwootStart + seconds) * 1000)
  expect(found[0]).toMatchObject({
    status: 'closed',
    agent_id: scene.organization.ownerId,
    started_at: iso(0),
    closed_at: iso(300),
    duration: 300,
    first_response_time: 20,
    priority: 'normal',
    unread: 0,
    last_preview: 'Thank you',
  })
  // The third conversation of each contact is the newest.
  expect(found.map(({ status }) => status)).toEqual(['closed', 'closed', 'open'])
  const page = await call('GET', `/conversations/${found[0].id}/messages?sort=ASC&max=50`)
  expect(page.data.map((message: { content: string }) => message.content)).toEqual([
    'Question 1',
    'Answer 1',
    'We reply within an hour',
    ...Array.from({ length: 7 }, (_, turn) => `Line ${turn} of 1`),
    '',
    'Thank you',
  ])
  expect(page.data[1]).toMatchObject({
    sender_type: 'agent',
    sender_agent: { id: scene.organization.ownerId },
  })
  expect(page.data[4]).toMatchObject({
    sender_agent: { name: 'Former Colleague' },
    created_at: '2024-03-01T09:01:00.000+00:00',
  })
  const [file] = page.data[10].media
  expect(file).toMatchObject({ name: 'plan 1.txt', size: 9 })
  const { pathname, search } = new URL(file.url)
  expect(await (await fetch(scene.service.address + pathname + search)).text()).toBe('plan of 1')
  expect(JSON.stringify(page)).not.toContain('Secret note')
  const notes = await call('GET', `/customers/${found[0].customer_id}/notes`)
  expect(notes.data.at(-1)).toMatchObject({ content: 'Secret note 1', author: { name: 'Former Colleague' } })

  const customer = await call('GET', `/customers/${found[0].customer_id}`)
  expect(customer).toMatchObject({
    first_name: 'Contact',
    email: 'contact1@example.test',
    auth_provider: null,
    external_id: customer.id,
    attributes: { stated: { identifier: 'member-42', plan: 'pro', company: 'Acme' }, confirmed: {} },
  })
})

test('reports and search know the history; webhooks, rules, SLA and notifications only what happens afterwards', async () => {
  const reactions = ['webhook_event', 'automation_run', 'notification', 'conversation_sla']
  const reacted = async () => {
    await scene.service.app.logConsumers.look()
    await scene.service.app.logConsumers.settled()
    const counts: number[] = []
    for (const table of reactions) {
      const [row] = await scene.rows(`select count(*)::int from ${table}`)
      counts.push(row.count)
    }
    return counts
  }
  expect(await reacted()).toEqual([0, 0, 0, 0])
  expect(
    await scene.rows('select count(*)::int, count(first_response)::int as answered from episode'),
  ).toEqual([{ count: conversations, answered: conversations }])
  const visitor = await connectVisitor(scene.service, scene.organization.providerId)
  await sendText(visitor.socket, 'Live question')
  expect(await reacted()).toEqual([2, 1, 0, 0])
  const search = await call('GET', '/search?q=Question%20137')
  expect(JSON.stringify(search)).toContain('Question 137')
  await visitor.socket.leave()
})

test('nobody becomes an imported customer, neither by identifier nor by e-mail', async () => {
  const identities = await scene.rows(
    `select distinct split_part(identity, ':', 1) as kind, external_id = id::text as own, auth_provider
     from customer where organization_id = $1 and identity not like 'visitor:%'`,
    scene.organization.id,
  )
  expect(identities).toEqual([{ kind: 'import', own: true, auth_provider: null }])
})

test('a second import changes nothing', async () => {
  const before = await countsOf(scene.organization.id)
  const { stdout } = await scene.parley(exported())
  expect(stdout).toMatch(new RegExp(`conversations +0 +${conversations} +0\n`))
  expect(await countsOf(scene.organization.id)).toEqual(before)
})

test('an import that was killed is continued without loss or repetition, and starts the SLA clocks', async () => {
  const theirs = await foundOrganization(scene.service, 'Theirs')
  await callIn(theirs, 'POST', '/sla-policies', hourly({ resolution: 3600 }))
  await scene.service.app.sla.sweep()
  expect((await scene.parley(exported())).stderr).toMatch(/There are several organizations/)
  const holder = await scene.holdAt(101, theirs.id)
  const args = [importProgram, 'import', 'chatwoot', exported(), '--organization', theirs.id]
  const child = spawn(process.execPath, args, {
    env: scene.environment,
    cwd: scene.home,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  expect(line).toBe('100 of 240 conversations')
  await untilBlocked(holder)
  const noteHolder = await scene.holdNotes()
  await holder.query('rollback')
  await untilBlocked(noteHolder)
  await kill(child)
  await noteHolder.query('rollback')
  expect(await countsOf(theirs.id)).toMatchObject({ conversation: 100, message: 100 * messagesEach })
  const report = JSON.parse(await readFile(path.join(exported(), 'import-report.json'), 'utf8'))
  expect(report.problems).toHaveLength(100)
  const { code } = await scene.parley(exported(), '--organization', theirs.id)
  expect(code).toBe(0)
  expect(await countsOf(theirs.id)).toMatchObject(whole)
  const clocks = `select count(*)::int as open, count(s)::int as running from conversation c
    left join conversation_sla s on s.conversation_id = c.id where c.organization_id = $1 and c.status = 'open'`
  await scene.service.app.sla.sweep()
  const [{ open, running }] = await scene.rows(clocks, theirs.id)
  expect(open).toBeGreaterThan(0)
  expect(running).toBe(open)
  // Positions without gaps, and each message once.
  expect(
    await scene.rows(
      `select e.customer_id from event_log e join customer_log h using (customer_id) where e.organization_id = $1
       group by e.customer_id, h.last_seq having count(*) <> h.last_seq or max(e.seq) <> h.last_seq`,
      theirs.id,
    ),
  ).toEqual([])
  const [texts] = await scene.rows(
    `select count(distinct content)::int as questions from message where organization_id = $1 and content like 'Question %'`,
    theirs.id,
  )
  expect(texts).toEqual({ questions: conversations })
})
