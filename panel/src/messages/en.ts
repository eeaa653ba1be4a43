import { callSettingsEn } from './call-settings-en.ts'
import { callsEn } from './calls-en.ts'
import { deliveriesEn } from './deliveries-en.ts'
import { deskEn } from './desk-en.ts'
import { entryEn } from './entry-en.ts'
import { inboxEn } from './inbox-en.ts'
import { loginProblemsEn } from './login-problems-en.ts'
import { memberLoginEn } from './member-login-en.ts'
import { settingsEn } from './settings-en.ts'
import { shellEn } from './shell-en.ts'
import { apiKeysEn, webhooksEn } from './webhooks-en.ts'

/** Every sentence of the panel. The shape of this object is the shape of every other language. */
export const en = {
  problems: {
    unexpected: 'Something unexpected happened. Try again.',
    rateLimitedFor: (seconds: number) =>
      seconds < 90
        ? `Too many attempts. Wait ${Math.max(1, Math.ceil(seconds))} seconds, then try again.`
        : `Too many attempts. Wait ${Math.ceil(seconds / 60)} minutes, then try again.`,
    byCode: {
      network: 'The service cannot be reached. Check your connection and try again.',
      invalid_request: 'The service did not understand this. Check what you entered.',
      unauthenticated: 'You are signed out. Sign in again.',
      forbidden: 'Your role does not allow this.',
      not_found: 'This does not exist, or it is not yours to see.',
      payload_too_large: 'This is larger than the service accepts.',
      rate_limited: 'Too many attempts. Wait a moment, then try again.',
      internal: 'Something broke on our side. It was logged; try again.',
      unavailable: 'The service is not ready at the moment. Try again soon.',
      setup_done: 'This installation is set up already. Sign in instead.',
      credentials_invalid: 'E-mail or password is wrong.',
      email_taken: 'Somebody with this e-mail exists already. Sign in instead.',
      password_weak: 'The password needs at least 10 characters.',
      invitation_invalid: 'This invitation does not exist or was withdrawn.',
      invitation_expired: 'This invitation has expired. Ask for a new one.',
      invitation_used: 'This invitation was used already. Sign in instead.',
      already_member: 'You are in this organization already.',
      last_owner: 'An organization needs at least one owner.',
      api_key_limit: 'There is no room for another API key. Revoke one that you do not need.',
      secret_key_rotating: 'Two keys work already. Retire the old one first.',
      webhook_limit: 'There is no room for another webhook. Delete one that you do not need.',
      webhook_inactive: 'The webhook is off or deleted: it receives nothing.',
      webhook_unsubscribed: 'The webhook does not ask for this event any more.',
    },
  },

  actions: {
    save: 'Save',
    saved: 'Saved',
    cancel: 'Cancel',
    close: 'Close',
    retry: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    reveal: 'Show',
    discard: 'Discard changes',
  },

  shell: shellEn,
  entry: entryEn,
  settings: settingsEn,
  memberLogin: memberLoginEn,
  loginProblems: loginProblemsEn,
  webhooks: webhooksEn,
  deliveries: deliveriesEn,
  apiKeys: apiKeysEn,
  inbox: inboxEn,
  calls: callsEn,
  callSettings: callSettingsEn,
  desk: deskEn,
}

export type Messages = typeof en
