import type { Messages } from '../en.ts'

export const sharingDe: Messages['sharing'] = {
  team: 'Team',
  aTeam: 'Ein Team',
  everyoneByAuthor: 'Nur der Autor und Admins können das für alle freigeben.',
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
  gone: {
    agent: 'Der Agent gehört nicht mehr zu Ihrer Organisation.',
    label: 'Das Label ist archiviert.',
    provider: 'Das Widget oder den Kanal gibt es nicht mehr.',
    team: 'Das Team gibt es nicht mehr.',
    webhook: 'Den Webhook gibt es nicht mehr.',
  },
  goneChoice: 'Wählen Sie etwas anderes.',
  problems: {
    team_unknown: 'Das Team gibt es nicht mehr.',
    canned_reply_action_unknown:
      'Ein Label oder Team der Aktionen gibt es nicht mehr. Entfernen Sie die Aktion.',
  },
  importProblems: { team_unknown: 'Das Team gibt es nicht, oder Sie gehören nicht dazu.' },
}
