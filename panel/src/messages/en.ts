import { mailedEn } from './continuity-en.ts'
import { automaticRepliesEn, replyWindowEn } from './automatic-replies-en.ts'
import { automationEn } from './automation-en.ts'
import { callSettingsEn } from './call-settings-en.ts'
import { callsEn } from './calls-en.ts'
import { channelMailEn } from './channel-mail-en.ts'
import { channelsEn } from './channels-en.ts'
import { collisionEn } from './collision-en.ts'
import { staleEn } from './stale-en.ts'
import { deliveriesEn } from './deliveries-en.ts'
import { deskEn } from './desk-en.ts'
import { entryEn } from './entry-en.ts'
import { holidaysEn } from './holidays-en.ts'
import { inboxEn } from './inbox-en.ts'
import { loginProblemsEn } from './login-problems-en.ts'
import { mailEn } from './mail-en.ts'
import { memberLoginEn } from './member-login-en.ts'
import { miniAppEn } from './mini-app-en.ts'
import { notificationsEn } from './notifications-en.ts'
import { recoveryEn } from './recovery-en.ts'
import { reportsEn } from './reports-en.ts'
import { serviceEn } from './service-en.ts'
import { settingsEn } from './settings-en.ts'
import { sharingEn } from './sharing-en.ts'
import { shellEn } from './shell-en.ts'
import { slaEn } from './sla-en.ts'
import { transfersEn } from './transfers-en.ts'
import { visitorEn } from './visitor-en.ts'
import { apiKeysEn, webhooksEn } from './webhooks-en.ts'

/** All texts of the panel. Every translation has the same shape. */
export const en = {
  problems: {
    unexpected: 'Something went wrong. Try again.',
    rateLimitedFor: (seconds: number) =>
      seconds < 90
        ? `Too many attempts. Wait ${Math.max(1, Math.ceil(seconds))} seconds, then try again.`
        : `Too many attempts. Wait ${Math.ceil(seconds / 60)} minutes, then try again.`,
    byCode: {
      network: 'The service cannot be reached. Check your connection and try again.',
      invalid_request: 'The request was not valid. Check what you entered.',
      unauthenticated: 'You are signed out. Sign in again.',
      forbidden: 'Your role does not allow this. Ask an admin.',
      not_found: 'This does not exist or you do not have access.',
      payload_too_large: 'This is larger than the service accepts.',
      rate_limited: 'Too many attempts. Wait a moment, then try again.',
      internal: 'An internal error occurred and was logged. Try again.',
      unavailable: 'The service is temporarily unavailable. Try again in a moment.',
      storage_full: 'The server’s disk is full. Try again once the operator has freed some space.',
      setup_done: 'This installation is already set up. Sign in instead.',
      credentials_invalid: 'E-mail or password is incorrect.',
      email_taken: 'An account with this e-mail already exists. Sign in instead.',
      password_weak: 'The password needs at least 10 characters.',
      invitation_invalid: 'This invitation does not exist or was withdrawn.',
      invitation_expired: 'This invitation has expired. Ask for a new one.',
      invitation_used: 'This invitation was already used. Sign in instead.',
      already_member: 'You are already a member of this organization.',
      account_shared:
        'This person also belongs to another organization. They can reset their password by e-mail, or the operator of the server can create a link.',
      reset_invalid: 'This link is not valid. Request a new link.',
      reset_expired: 'This link has expired. Request a new link.',
      reset_used: 'This link was already used. Sign in with the new password.',
      email_link_invalid: 'This link is not valid or was already used.',
      email_link_expired: 'This link has expired. Request a new one in your profile.',
      mail_off: 'This installation does not send e-mail. Ask an admin for a reset link.',
      mail_not_sent: 'The mail server did not accept the message. Try again.',
      setup_token_invalid:
        'The setup token is missing or incorrect. Open the link that Parley printed when it started.',
      last_owner: 'An organization needs at least one owner. Make someone else an owner first.',
      api_key_limit: 'You have reached the maximum number of API keys. Revoke one you do not need.',
      secret_key_rotating: 'Two keys are already active. Retire the old one first.',
      secret_key_unreadable:
        'The secret key cannot be decrypted, because Parley’s own secret has changed. Create a new one.',
      webhook_limit: 'You have reached the maximum number of webhooks. Delete one you do not need.',
      delivery_too_old: 'Events can be resent for 14 days.',
      webhook_inactive: 'The webhook is off or deleted. Turn it on first.',
      webhook_secret_unreadable:
        'The signing secret cannot be decrypted, because Parley’s own secret has changed. Generate a new one.',
      webhook_unsubscribed: 'The webhook no longer subscribes to this event.',
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

  sharing: sharingEn,
  shell: shellEn,
  entry: entryEn,
  recovery: recoveryEn,
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
  transfers: transfersEn,
  mail: mailEn,
  notifications: notificationsEn,
  collision: collisionEn,
  stale: staleEn,
  channels: channelsEn,
  channelMail: channelMailEn,
  miniApp: miniAppEn,
  automaticReplies: automaticRepliesEn,
  replyWindow: replyWindowEn,
  mailed: mailedEn,
  service: serviceEn,
  holidays: holidaysEn,
  automation: automationEn,
  reports: reportsEn,
  visitor: visitorEn,
  sla: slaEn,
}

export type Messages = typeof en
