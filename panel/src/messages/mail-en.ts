import type { MailTestResult } from '@parley/protocol/mail'

/** Texts about e-mail. */
export const mailEn = {
  settings: {
    title: 'E-mail',
    lead: 'Invitations, notifications and transcripts by e-mail.',
    off: 'This installation does not send e-mail',
    offText:
      'Invitations are links that you pass on, and people see notifications in the panel. To send e-mail, the operator sets these variables and restarts Parley. The section “E-mail” of docs/operating.md explains them.',
    copyVariables: 'Copy variables',
    from: 'E-mails are sent from',
    previews: 'Quote notes in notifications by e-mail',
    previewsHint: 'Off: e-mails name the customer and link to the conversation, without any text from it.',
    test: 'Send test e-mail',
    reply: (code: string) => `The server replied ${code}.`,
    results: {
      accepted: (to: string) =>
        `The mail server accepted an e-mail to ${to}. If it does not arrive, look in the spam folder.`,
      no_connection: (_to: string) =>
        'No connection to the mail server. Ask the operator to check host and port in PARLEY_SMTP_URL.',
      timeout: (_to: string) =>
        'The mail server did not respond in time. Ask the operator to check host, port and firewall.',
      no_tls: (_to: string) =>
        'No secure connection to the mail server. Ask the operator to check its certificate and whether the port supports TLS.',
      login_refused: (_to: string) =>
        'The mail server refused the login. Ask the operator to check user and password in PARLEY_SMTP_URL.',
      sender_refused: (_to: string) =>
        'The mail server refused the sender. Ask the operator to check the address in PARLEY_MAIL_FROM.',
      recipient_refused: (to: string) => `The mail server refused the recipient ${to}.`,
      content_refused: (_to: string) => 'The mail server refused the content of the e-mail.',
    } satisfies Record<MailTestResult, (to: string) => string>,
  },
  invitation: {
    send: 'Send the link by e-mail',
    emailHint: 'If you enter an address, only that person can use the link.',
    sendingTo: (email: string) => `The link is being sent to ${email}. You can also share it yourself.`,
    states: {
      waiting: 'E-mail waiting',
      sent: 'E-mail sent',
      failed: 'E-mail not delivered: share a new link yourself',
    },
  },
  transcript: {
    send: 'Send transcript by e-mail',
    title: 'Send transcript?',
    text: 'The customer gets a link to this conversation at the e-mail address in their profile. It is valid for 7 days and does not show notes.',
    confirm: 'Send',
    sent: (email: string) => `A link was sent to ${email}.`,
    problems: {
      email_missing: 'This customer has no e-mail address. Add one in the customer’s profile.',
      customer_blocked: 'This customer is blocked. Unblock them first.',
      account_closed: 'This customer has closed the account.',
      mail_off: 'This installation does not send e-mail.',
      rate_limited: 'Too many transcripts were sent to this customer. Try again later.',
    },
  },
  notifications: {
    hint: 'When you are away from the panel for 5 minutes, you get an e-mail with your unread notifications, at most every 15 minutes.',
    off: 'E-mail is off because this installation has no mail server.',
  },
  reports: {
    title: 'Reports by e-mail',
    lead: 'Send report figures as CSV to admins and owners of this organization.',
    add: 'Add report',
    none: 'No reports are sent by e-mail.',
    edit: 'Edit',
    remove: 'Delete',
    removeTitle: 'Stop sending this report?',
    removeText: 'The report stays available in the panel.',
    next: 'Next:',
    lastSent: 'Last sent:',
    nobody: 'Nobody receives this report any more.',
    cadence: 'How often',
    hour: 'At',
    recipients: 'Recipients',
    recipientsHint: 'Only admins and owners can read reports.',
    recipientsLimit: (max: number) => `The maximum of ${max} recipients is reached.`,
    limit: 'The maximum number of reports by e-mail is reached. Delete one first.',
    titled: (report: string, cadence: string) => `${report}, ${cadence}`,
    cadences: { daily: 'daily', weekly: 'weekly', monthly: 'monthly' },
    cadenceHints: {
      daily: 'Covers the previous day.',
      weekly: 'On Mondays, for the previous week.',
      monthly: 'On the first day of the month, for the previous month.',
    },
  },
}
