import type { Messages } from '../en.ts'

export const sharingDe: Messages['sharing'] = {
  team: 'Team',
  aTeam: 'Ein Team',
  actions: {
    label: (name) => `Label ${name} hinzufügen`,
    team: (name) => `An ${name} übergeben`,
    snooze: (duration) => `Zurückstellen für ${duration}`,
    snoozeUntilReply: 'Zurückstellen, bis der Kunde antwortet',
    failed: (action) => `„${action}“ ist nach dem Senden fehlgeschlagen.`,
  },
  fields: {
    labels: 'Label hinzufügen',
    team: 'An Team übergeben',
    noTeam: 'Nicht übergeben',
    snooze: 'Zurückstellen',
    noSnooze: 'Nicht zurückstellen',
    closeEndsSnooze: 'Ein geschlossenes Gespräch wird nicht zurückgestellt.',
  },
  problems: {
    team_unknown: 'Das Team gibt es nicht mehr.',
    canned_reply_action_unknown:
      'Ein Label oder Team der Aktionen gibt es nicht mehr. Entfernen Sie die Aktion.',
  },
  importProblems: { team_unknown: 'Das Team gibt es nicht, oder Sie gehören nicht dazu.' },
}
