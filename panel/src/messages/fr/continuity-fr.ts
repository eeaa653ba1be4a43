import type { Messages } from '../en.ts'

export const mailedFr: Messages['mailed'] = {
  messages: (count, email) =>
    count === 1 ? `1 message non lu envoyé à ${email}` : `${count} messages non lus envoyés à ${email}`,
  asked: (email) => `Une réponse n’est pas lue. La confirmation de l’adresse ${email} a d’abord été demandée`,
  confirmed: (email) => `${email} a été confirmée`,
  refused: (email) => `${email} s’est désabonnée des e-mails`,
  resubscribed: (email) => `${email} s’est réabonnée aux e-mails`,
  failed: (email) => `L’e-mail à ${email} n’a pas pu être remis`,
  notConfirmed: 'Non confirmée',
  unsubscribed: 'Ne reçoit plus les e-mails',
}
