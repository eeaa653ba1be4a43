import type { Messages } from '../en.ts'

export const mailedDe: Messages['mailed'] = {
  messages: (count, email) =>
    count === 1
      ? `1 ungelesene Nachricht an ${email} gesendet`
      : `${count} ungelesene Nachrichten an ${email} gesendet`,
  asked: (email) => `Eine Antwort ist ungelesen. ${email} wurde gebeten, zuerst die Adresse zu bestätigen`,
  confirmed: (email) => `${email} wurde bestätigt`,
  refused: (email) => `${email} hat die E-Mails abbestellt`,
  resubscribed: (email) => `${email} hat die E-Mails wieder abonniert`,
  failed: (email) => `Die E-Mail an ${email} konnte nicht zugestellt werden`,
  notConfirmed: 'Nicht bestätigt',
  unsubscribed: 'E-Mails abbestellt',
}
