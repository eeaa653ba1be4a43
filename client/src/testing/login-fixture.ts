import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Failure } from '../connection/result.ts'
import { closeDatabase } from '../browser/database.ts'
import { createMemoryLoginStorage, type SavedLoginStorage } from '../identity/saved-login.ts'
import { createPageTokenProvider } from '../identity/page-token-provider.ts'
import type { TokenProblem } from '../identity/token-provider.ts'
import { openWidgetSession, type WidgetSession } from '../session/widget-session.ts'
import { FakeServer } from './fake-server.ts'
import { makeToken } from './socket-tokens.ts'
import { createTestPlatform, settle, until, type TestPlatform } from './test-platform.ts'

type GetToken = (request: { jkt: string }) => unknown

/** A site in one browser with its own sign-in, and a fake server. Recreated before each test. */
export interface LoginSite {
  server: FakeServer
  platform: TestPlatform
  savedLogin: SavedLoginStorage
  /** User signed in on the site, or null. */
  signedIn: string | null
  /** The page's `user`; undefined: not provided. */
  user: string | null | undefined
  /** Whether the visitor neither writes nor is in a call, in chats that are opened without an `isIdle`. */
  isIdle: boolean
  /** Lifetime of the site's tokens (ms). */
  lifetime: number
  /** Thumbprints passed to `getToken`. */
  asked: string[]
  problems: (TokenProblem | Failure)[]
  /** Whether the chunk of the token provider cannot be loaded. */
  isChunkMissing: boolean
  getToken: GetToken
  /** Opens a chat on a page; null: a page without getToken. */
  start: (getToken?: GetToken | null, isIdle?: () => boolean) => WidgetSession
  /** Opens a chat and waits until it is connected. */
  open: (getToken?: GetToken | null, isIdle?: () => boolean) => Promise<WidgetSession>
  /** Navigates to another page in the same browser. */
  turnPage: (session: WidgetSession, getToken?: GetToken | null) => Promise<WidgetSession>
  /** Drops the connection and reconnects. */
  reconnect: (session: WidgetSession, code?: number) => Promise<void>
  /** Advances the clock on an open connection. */
  pass: (milliseconds: number) => Promise<void>
}

export function useLoginSite(wrongRequests: (server: FakeServer) => unknown[]): LoginSite {
  const sessions: WidgetSession[] = []
  const site: LoginSite = {
    ...fresh(),
    getToken({ jkt }) {
      const { signedIn, lifetime, server } = site
      site.asked.push(jkt)
      return signedIn === null ? null : makeToken(signedIn, server.now(), { lifetime, name: signedIn })
    },
    start(getToken = site.getToken, isIdle = () => site.isIdle) {
      const { platform, savedLogin, problems } = site
      const session = openWidgetSession({
        providerId: '019bff00-0000-7000-8000-000000000001',
        socketUrl: 'wss://support.example/v1/public/socket',
        platform,
        savedLogin,
        custom: {
          hasGetToken: () => getToken !== null,
          user: () => site.user,
          isIdle,
          async open(context) {
            if (site.isChunkMissing) throw new TypeError('Failed to fetch dynamically imported module')
            return createPageTokenProvider({
              ...context,
              getToken: (request) => getToken?.(request),
              user: () => site.user,
              onProblem: (problem) => problems.push(problem),
            })
          },
          onRefusal: (refusal) => problems.push(refusal),
        },
      })
      sessions.push(session)
      return session
    },
    async open(getToken, isIdle) {
      const session = site.start(getToken, isIdle)
      await until(() => isReady(session))
      return session
    },
    async turnPage(session, getToken) {
      session.close()
      await settle()
      await closeDatabase()
      return site.open(getToken)
    },
    async reconnect(session, code = 1006) {
      site.server.close(code)
      await until(() => !isReady(session))
      await site.platform.advance(1_000)
      await until(() => isReady(session))
    },
    async pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= 50_000) {
        site.server.say('ping', { seq: 0 })
        await site.platform.advance(Math.min(left, 50_000))
      }
    },
  }

  beforeEach(async () => {
    await closeDatabase()
    vi.stubGlobal('indexedDB', new IDBFactory())
    Object.assign(site, fresh())
  })
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.close()
    await settle()
    expect(site.platform.timers(), 'A closed session leaves no timer').toBe(0)
    expect(site.server.ends.size, 'A closed session leaves no socket').toBe(0)
    expect(wrongRequests(site.server)).toEqual([])
  })
  return site
}

function fresh() {
  const server = new FakeServer()
  const platform = createTestPlatform(server.openSocket)
  server.now = () => platform.now()
  return {
    server,
    platform,
    savedLogin: createMemoryLoginStorage(),
    signedIn: 'ada' as string | null,
    user: undefined as string | null | undefined,
    isIdle: true,
    lifetime: 3_600_000,
    asked: [] as string[],
    problems: [] as (TokenProblem | Failure)[],
    isChunkMissing: false,
  }
}

export const isReady = (session: WidgetSession) => session.state.get().name === 'ready'

/** Returns the texts in the window. */
export const texts = (session: WidgetSession) =>
  session.timeline.get().items.flatMap((item) => (item.kind === 'message' ? [item.message.content] : []))

/** Returns the texts in a log of the server. */
export const said = (log: FakeServer['log']) => log.history('agents').messages.map(({ content }) => content)

/** Sends a message and waits until it appears in the window. */
export async function say(session: WidgetSession, content: string): Promise<void> {
  session.send({ content })
  await until(() => texts(session).includes(content))
}
