import type { Messages } from '../en.ts'

export const sharingFr: Messages['sharing'] = {
  team: 'Équipe',
  aTeam: 'Une équipe',
  everyoneByAuthor: 'Seuls l’auteur et les administrateurs peuvent partager ceci avec tout le monde.',
  actions: {
    label: (name) => `Ajouter l’étiquette ${name}`,
    team: (name) => `Déplacer vers ${name}`,
    snooze: (duration) => `Reporter de ${duration}`,
    snoozeUntilReply: 'Reporter jusqu’à la réponse du client',
    failed: (action) => `« ${action} » a échoué après l’envoi.`,
  },
  fields: {
    labels: 'Ajouter une étiquette',
    team: 'Déplacer vers une équipe',
    noTeam: 'Ne pas déplacer',
    snooze: 'Reporter',
    noSnooze: 'Ne pas reporter',
    closeEndsSnooze: 'Une conversation fermée n’est pas reportée.',
  },
  gone: {
    agent: 'L’agent n’appartient plus à votre organisation.',
    label: 'L’étiquette est archivée.',
    provider: 'Le widget ou le canal n’existe plus.',
    team: 'L’équipe n’existe plus.',
    webhook: 'Le webhook n’existe plus.',
  },
  goneChoice: 'Choisissez autre chose.',
  problems: {
    team_unknown: 'Cette équipe n’existe plus.',
    canned_reply_action_unknown: 'Une étiquette ou une équipe des actions n’existe plus. Retirez l’action.',
  },
  importProblems: { team_unknown: 'L’équipe n’existe pas ou vous n’en êtes pas membre.' },
}
