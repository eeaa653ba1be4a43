import type { Messages } from '../en.ts'

export const collisionFr: Messages['collision'] = {
  looks: {
    viewing: (name) => `${name} consulte la conversation`,
    drafting: (name) => `${name} a une réponse non envoyée`,
    writing: (name) => `${name} est en train d’écrire`,
  },
  replied: (name, when) => `${name} a répondu ${when}.`,
  repliedMeanwhile: 'Une personne de l’équipe a répondu entre-temps.',
  question: 'Envoyer quand même ?',
  sendAnyway: 'Envoyer quand même',
  keepEditing: 'Continuer la rédaction',
}
