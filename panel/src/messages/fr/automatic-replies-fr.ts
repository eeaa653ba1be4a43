import type { Messages } from '../en.ts'

export const automaticRepliesFr: Messages['automaticReplies'] = {
  title: 'Réponses automatiques',
  lead: 'Envoyées automatiquement. Un contact reçoit chacune au plus une fois toutes les 12 heures.',
  named: (name) => `Réponses automatiques de « ${name} »`,
  language: 'Langue',
  others: 'Toutes les autres langues',
  text: 'Texte',
  builtIn: 'Laissez vide pour le texte fourni dans la langue du contact.',
  asOthers: 'Laissez vide pour le texte de toutes les autres langues.',
  greeting: { label: 'Message d’accueil', hint: 'Avec le premier message d’une nouvelle conversation.' },
  away: {
    label: 'Message d’absence',
    hint: 'En dehors des horaires d’ouverture et tant qu’aucun agent n’est présent.',
  },
}

export const replyWindowFr: Messages['replyWindow'] = {
  until: (moment) => `Vous pouvez écrire jusqu’au ${moment}.`,
  closed: (hours) =>
    `Sur ce canal, vous ne pouvez écrire que dans les ${hours} heures qui suivent le dernier message du client. Vous pourrez écrire à nouveau dès que le client écrira.`,
}
