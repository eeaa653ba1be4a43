import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'
import { linuxProgram } from '../../testing/sample-files.ts'

const size = 1000
const content = Buffer.alloc(size)

let setup: MediaSetup
beforeAll(async () => {
  setup = await setUpMedia({ maxBytes: size })
})
afterAll(() => setup.close())

const ticketOf = (owner: string) => setup.media.createTicket({ ...setup.visitor, owner, name: 'a.bin', size })

function upload(address: string, body: Readable, ticket = ticketOf(setup.visitor.owner)) {
  return setup.media.receive(ticket.media_id, ticket.ticket, body, null, address)
}

/** Uploads files of the maximum size until one is refused. Returns how many were stored. */
async function uploadsLeft(address: string): Promise<number> {
  for (let stored = 0; ; stored += 1) {
    const problem: unknown = await upload(address, Readable.from([content])).then(
      () => null,
      (error: unknown) => error,
    )
    if (problem === null) continue
    expect(problem).toMatchObject({ code: 'rate_limited' })
    return stored
  }
}

/** A sender that disconnects after these bytes. */
const broken = (bytes: number) =>
  Readable.from(
    (function* () {
      if (bytes > 0) yield content.subarray(0, bytes)
      throw new Error('disconnected')
    })(),
  )

describe('what the network of a visitor may upload', () => {
  it('is not reduced by uploads that were aborted before their first byte', async () => {
    const address = '203.0.113.1'
    const ticket = ticketOf(setup.visitor.owner)
    for (let time = 0; time < 41; time += 1)
      await expect(upload(address, broken(0), ticket)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await uploadsLeft(address)).toBe(40)
  })

  it('is reduced by what an interrupted, a short, a long and a refused upload have sent', async () => {
    const address = '203.0.113.2'
    for (let time = 0; time < 10; time += 1)
      await expect(upload(address, broken(600))).rejects.toMatchObject({ code: 'invalid_request' })
    const short = Readable.from([content.subarray(0, 600)])
    await expect(upload(address, short)).rejects.toMatchObject({ code: 'media_size_mismatch' })
    const long = Readable.from([content, content])
    await expect(upload(address, long)).rejects.toMatchObject({ code: 'media_size_mismatch' })
    const program = Readable.from([Buffer.concat([linuxProgram, content]).subarray(0, size)])
    await expect(upload(address, program)).rejects.toMatchObject({ code: 'media_type_not_allowed' })
    // 40,000 - 11 * 600 - 2 * 1,000
    expect(await uploadsLeft(address)).toBe(31)
  })

  it('is reduced by each of two concurrent uploads with one ticket', async () => {
    const address = '203.0.113.3'
    const ticket = ticketOf(setup.visitor.owner)
    const bodies = [0, 1].map(() => {
      const { promise: reading, resolve } = Promise.withResolvers<void>()
      return { reading, body: new Readable({ read: () => resolve() }) }
    })
    const uploads = bodies.map(({ body }) => upload(address, body, ticket))
    await Promise.all(bodies.map(({ reading }) => reading))
    for (const { body } of bodies) {
      body.push(content)
      body.push(null)
    }
    const created = (await Promise.all(uploads)).filter((each) => each.created)
    expect(created).toHaveLength(1)
    expect(await uploadsLeft(address)).toBe(38)
  })

  it('is not increased by an aborted upload of an agent', async () => {
    const address = '203.0.113.4'
    expect(await uploadsLeft(address)).toBe(40)
    await expect(upload(address, broken(0), ticketOf('agent:someone'))).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(await uploadsLeft(address)).toBe(0)
  })
})
