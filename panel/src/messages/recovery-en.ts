/** Password resets, e-mail changes and the setup token. */
export const recoveryEn = {
  forgotLink: 'Forgot your password?',
  forgot: {
    title: 'Reset your password',
    lead: 'Enter your e-mail address. If it has an account, a reset link is sent to it.',
    action: 'Send link',
    sent: 'Check your mail',
    sentText: (email: string) =>
      `If ${email} has an account, a link to set a new password is on its way. It works once, within an hour.`,
    back: 'Back to sign-in',
    withoutMail:
      'This installation sends no e-mail. Ask an admin of your organization for a reset link: they create it under Settings > Team.',
    operator:
      'If no admin can help you, for example because you are the only owner or belong to several organizations, the operator of this server creates a link with this command:',
    copyCommand: 'Copy command',
  },
  reset: {
    title: 'Set a new password',
    lead: (email: string) => `For ${email}. All your sessions are signed out.`,
    password: 'New password',
    action: 'Set password',
    done: 'Your password was changed',
    doneText: 'Sign in with the new password.',
    loading: 'Checking the link',
    newLink: 'Get a new link',
    invalid: 'This link is not valid',
    invalidText: 'It is incomplete, was replaced, or may no longer be used. Get a new one.',
    expired: 'This link has expired',
    expiredText: 'Get a new one.',
    used: 'This link was already used',
    usedText: 'If it was you, sign in with the new password. Otherwise get a new link.',
  },
  confirmEmail: {
    title: 'Confirm your e-mail address',
    lead: 'You sign in with the new address from then on.',
    action: 'Confirm',
    done: 'Your e-mail address was changed',
    doneText: (email: string) => `You now sign in with ${email}.`,
    open: 'Go to the panel',
  },
  setup: {
    token: 'Set-up token',
    tokenHint:
      'Parley printed it at its start, in a link to this page. It proves that this installation is yours.',
  },
  team: {
    create: 'Create reset link',
    createFor: (name: string) => `Create a reset link for ${name}`,
    title: (name: string) => `Reset the password of ${name}?`,
    text: 'You get a link with which they set a new password. It works once, within 24 hours. When they use it, all their sessions are signed out.',
    ready: 'The reset link is ready',
    readyText: (name: string) => `Copy it now and send it to ${name} privately. It is shown only once.`,
    copy: 'Copy reset link',
    alreadyMember: (name: string) =>
      `${name} is already a member. If they forgot their password, create a reset link.`,
  },
  profile: {
    email: 'Sign-in address',
    emailLead: 'The e-mail address you sign in with.',
    emailLeadMail:
      'The e-mail address you sign in with. A change must be confirmed by a link sent to the new address.',
    newEmail: 'New e-mail',
    change: 'Change e-mail',
    changed: 'E-mail changed.',
    sent: (email: string) =>
      `Open the link that was sent to ${email}. Until then you sign in with the old address.`,
    sessions: 'Sessions',
    sessionsLead: 'Signs you out in every browser, including this one.',
    signOutEverywhere: 'Sign out everywhere',
  },
}
