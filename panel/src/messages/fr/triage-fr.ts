import type { Messages } from '../en.ts'

export const triageFr: Messages['inbox']['triage'] = {
  priority: 'Priorité',
  setPriority: 'Définir la priorité',
  priorityIs: (level) => `Priorité : ${level}`,
  noPriority: 'Aucune priorité',
  priorities: { urgent: 'Urgente', high: 'Haute', normal: 'Normale', low: 'Basse' },
  snooze: 'Reporter',
  snoozeThis: 'Reporter la conversation',
  snoozedUntil: (time) => `Reportée au ${time}`,
  snoozedUntilReply: 'Reportée jusqu’à la réponse du client',
  rowUntil: (time) => `Jusqu’au ${time}`,
  rowUntilReply: 'Jusqu’à la réponse',
  wake: 'Annuler le report',
  undo: 'Annuler',
  when: 'Quand ? Par exemple : demain 9h',
  notUnderstood: 'Heure non reconnue. Essayez « demain 9h » ou « dans 2 heures ».',
  presets: {
    hours: (count) => (count < 2 ? `Dans ${count} heure` : `Dans ${count} heures`),
    tomorrow: 'Demain matin',
    nextWeek: 'La semaine prochaine',
    reply: 'Jusqu’à la réponse du client',
  },
  log: {
    priority: (who, level) => `Priorité ${level} : ${who}`,
    noPriority: (who) => `Priorité retirée : ${who}`,
    snoozed: (who, time) => `Conversation reportée au ${time} : ${who}`,
    snoozedUntilReply: (who) => `Conversation reportée jusqu’à la réponse du client : ${who}`,
    unsnoozed: (who) => `Report annulé : ${who}`,
    over: {
      due: 'Le report est terminé',
      customer: 'Le report est terminé, car le client a répondu',
    },
  },
  problems: {
    conversation_closed: 'Une conversation fermée ne peut pas être reportée. Rouvrez-la d’abord.',
    customer_wrote: 'Le client vient d’écrire. Lisez le message, puis reportez à nouveau.',
    snooze_time_invalid: 'Choisissez un moment dans l’année à venir.',
    not_found: 'Cette conversation n’existe plus.',
  },
}
