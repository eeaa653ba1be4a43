import type { ChatCleared } from '@parley/protocol/message'
import type { ConnectResult, SessionMember, TeamStatus } from '@parley/protocol/session'
import type { Platform } from '../browser/platform.ts'
import type { CustomerCallSession } from '../calls/call-signaling.ts'
import type { ConnectionState } from '../connection/connection-state.ts'
import type { Result } from '../connection/result.ts'
import type { CustomLoginOptions } from '../identity/custom-login.ts'
import type { SavedLoginStorage } from '../identity/saved-login.ts'
import type { CreateUploader } from '../sending/upload.ts'
import type { Store } from '../state/store.ts'
import type { ChatApi } from './chat.ts'
import type { Identity } from './identity-session.ts'

export interface WidgetSessionOptions {
  providerId: string
  /** `wss://support.example/v1/public/socket` */
  socketUrl: string
  /** BCP 47, used for a new customer. */
  language?: string
  /** The language chosen for answers in this browser. */
  chosenLanguage?: () => string | undefined
  /** Required for `upload`. The upload engine is a separate chunk. */
  createUploader?: CreateUploader
  custom?: CustomLoginOptions
  savedLogin: SavedLoginStorage
  /** Replaced in tests. */
  platform?: Platform
}

/** A visitor's or member's session: connects immediately, and reconnects whenever the connection is lost. */
export interface WidgetSession extends ChatApi, CustomerCallSession {
  state: Store<ConnectionState>
  /** Result of the last connect or change of identity; null before the first. */
  entered: Store<ConnectResult | null>
  /** null until the first connect. */
  team: Store<TeamStatus | null>
  /** `memory`: the browser has no storage (private mode), so the visitor is lost with the page. */
  keyStorage: Store<'loading' | 'stored' | 'memory'>
  /** Identity whose timeline is shown; null: not known yet. */
  identity: Store<Identity | null>
  /** Whether the socket is authenticated as this identity: not during a sign-in or sign-out. */
  isLive: () => boolean
  /** null: a visitor, or not connected yet. */
  member: Store<SessionMember | null>
  /** Language in which the customer wants answers; null: not chosen. */
  language: Store<string | null>
  /** Deletes the messages from the customer's view; agents keep them (spec 2.3). */
  clear: () => Promise<Result<ChatCleared>>
  /** Call when the page's `getToken` or `user` has changed. Only `isChosen`, by the customer, ends a sign-out of `logout(true)`. */
  signIn: (isChosen?: boolean) => void
  /** Calls `getToken` again for the page's user if the chat is a visitor's who has not signed out and is idle. */
  retrySignIn: () => void
  /** Becomes the visitor. `stay`: until the next sign-in in this widget, even on pages where a member is signed in. */
  logout: (stay?: boolean) => void
  /** Redeems the code that the popup returned. */
  redeemLogin: (code: string) => Promise<Result<unknown>>
  closeAccount: () => Promise<Result<unknown>>
  chooseLanguage: (language: string) => Promise<Result<unknown>>
  /** Connects immediately instead of waiting; also after a refusal. */
  retryNow: () => void
  close: () => void
}
