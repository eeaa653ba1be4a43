/** Password resets, e-mail changes and the setup token. */
export const recoveryEn = {
  forgotLink: 'Forgot your password?',
  forgot: {
    title: 'Reset your password',
    lead: 'Enter your e-mail address. If an account exists for it, you get a reset link.',
    action: 'Send link',
    sent: 'Check your mail',
    sentText: (email: string) =>
      `If ${email} has an account, a link to set a new password is on its way. It works once, within an hour.`,
    back: 'Back to sign-in',
    withoutMail:
      'This installation does not send e-mail. Ask an admin of your organization for a reset link: they create it under Settings > People.',
    operator:
      'If no admin can help you, for example because you are the only owner or belong to several organizations, the operator of this server can create a link with this command:',
    copyCommand: 'Copy command',
  },
  reset: {
    title: 'Set a new password',
    lead: (email: string) => `For ${email}. This signs you out everywhere.`,
    password: 'New password',
    action: 'Set password',
    done: 'Password changed',
    doneText: 'Sign in with the new password.',
    loading: 'Checking the link',
    newLink: 'Request a new link',
    invalid: 'This link is not valid',
    invalidText: 'It is incomplete, was replaced, or can no longer be used. Request a new one.',
    expired: 'This link has expired',
    expiredText: 'Request a new one.',
    used: 'This link was already used',
    usedText: 'If it was you, sign in with the new password. Otherwise request a new link.',
  },
  confirmEmail: {
    title: 'Confirm your address',
    lead: 'From then on, you sign in with this address, and notifications can be e-mailed to it.',
    action: 'Confirm',
    done: 'Address confirmed',
    doneText: (email: string) => `You sign in with ${email}.`,
    open: 'Go to the panel',
  },
  setup: {
    token: 'Setup token',
    tokenHint:
      'Part of the setup link that Parley printed when it started. It proves that you operate this installation.',
  },
  team: {
    create: 'Create reset link',
    createFor: (name: string) => `Create a reset link for ${name}`,
    title: (name: string) => `Reset the password of ${name}?`,
    text: 'You get a link for them to set a new password. It works once, within 24 hours, and signs them out everywhere.',
    ready: 'The reset link is ready',
    readyText: (name: string) => `Copy it now and send it to ${name} privately. It is shown only once.`,
    copy: 'Copy reset link',
    alreadyMember: (name: string) =>
      `${name} is already a member. If they forgot their password, create a reset link.`,
  },
  profile: {
    email: 'E-mail address',
    emailLead: 'The e-mail address you sign in with.',
    emailLeadMail:
      'The e-mail address you sign in with. A change must be confirmed by a link sent to the new address.',
    newEmail: 'New e-mail',
    change: 'Change e-mail',
    changed: 'E-mail changed.',
    sent: (email: string) =>
      `Open the link that was sent to ${email}. Until then you sign in with the old address.`,
    unconfirmed: (email: string) =>
      `No notifications or reports are e-mailed to ${email} before you confirm the address.`,
    sendConfirmation: 'Send confirmation link',
    confirmationSent: (email: string) => `Open the link that was sent to ${email}.`,
    confirmed: 'The address is confirmed.',
    sessions: 'Sessions',
    sessionsLead: 'Signs you out in every browser, including this one.',
    signOutEverywhere: 'Sign out everywhere',
  },
}
