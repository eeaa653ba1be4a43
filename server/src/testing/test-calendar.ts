import { once } from 'node:events'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Resolve } from '../features/webhooks/sending/resolver.ts'
import { createTestAuthority } from './test-certificates.ts'

const authority = createTestAuthority()

/** Addresses of the names that these tests use; all others do not exist. */
const names: Record<string, string> = {
  'feed.test': '127.0.0.1',
  'moved.test': '127.0.0.1',
  'intranet.test': '10.0.0.1',
}

const resolve: Resolve = async (name) => {
  const address = names[name]
  return address === undefined ? { ok: false, reason: 'not_found' } : { ok: true, addresses: [address] }
}

/** Options of a service that reads calendars from this process. */
export const calendarService = {
  resolve,
  ca: authority.cert,
  env: { PARLEY_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' },
}

export interface TestCalendar {
  url: string
  port: number
  /** Headers of the requests since the test began. */
  requests: IncomingHttpHeaders[]
  /** From now on. Default: an empty calendar. */
  answer(how: (response: ServerResponse, request: IncomingMessage) => void): void
  /** The calendar from now on. */
  put(...events: string[]): void
}

/** A calendar at https://feed.test, on loopback. */
export function useCalendar(): TestCalendar {
  let respond: (response: ServerResponse, request: IncomingMessage) => void
  const calendar: TestCalendar = {
    url: '',
    port: 0,
    requests: [],
    answer: (how) => void (respond = how),
    put(...events) {
      respond = (response) => response.setHeader('content-type', 'text/calendar').end(calendarOf(...events))
    },
  }
  const server = createServer(authority.issue({ names: Object.keys(names) }), (request, response) => {
    calendar.requests.push(request.headers)
    respond(response, request)
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    calendar.port = (server.address() as AddressInfo).port
    calendar.url = `https://feed.test:${calendar.port}/holidays.ics?token=secret`
  })
  beforeEach(() => {
    calendar.requests.length = 0
    calendar.put()
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return calendar
}

/** An iCalendar file with these events. */
export const calendarOf = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Parley//Test//EN', ...events, 'END:VCALENDAR', ''].join(
    '\r\n',
  )

let events = 0

/** An event. `lines` replace or complete the ones of a day off. */
export const eventOf = (name: string, start: string, ...lines: string[]): string => {
  events += 1
  const uid = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:${events}@feed.test`]
  const from = start === '' ? [] : [`DTSTART;VALUE=DATE:${start}`]
  return ['BEGIN:VEVENT', ...uid, `SUMMARY:${name}`, ...from, ...lines, 'END:VEVENT'].join('\r\n')
}
