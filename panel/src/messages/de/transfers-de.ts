import type { Messages } from '../en.ts'

export const transfersDe: Messages['transfers'] = {
  hold: 'Halten',
  resume: 'Anruf fortsetzen',
  onHold: 'Gehalten',
  heldFor: 'Haltezeit',
  holdFailed: 'Der Anruf konnte nicht gehalten oder fortgesetzt werden. Prüfen Sie Ihre Verbindung.',

  transfer: 'Anruf weiterleiten',
  lead: 'Der Kunde wird währenddessen gehalten.',
  nobody: 'Derzeit ist niemand im Team für Anrufe verfügbar.',
  now: 'Sofort weiterleiten',
  nowTo: (name: string) => `Sofort an ${name} weiterleiten`,
  talkFirst: 'Erst sprechen',
  talkFirstTo: (name: string) => `Erst mit ${name} sprechen`,
  colleague: 'Ihr Teammitglied',

  ringing: (name: string) => `Es klingelt bei ${name} …`,
  talking: (name: string) => `Rücksprache mit ${name}. Der Kunde hört nicht mit.`,
  declined: (name: string) => `${name} hat die Weiterleitung abgelehnt.`,
  expired: (name: string) => `${name} hat nicht geantwortet.`,
  disconnected: (name: string) => `${name} ist nicht mehr verbunden.`,
  nobodyIn: (name) => `Niemand aus ${name} hat angenommen.`,
  complete: 'Weiterleitung abschließen',
  cancel: 'Weiterleitung abbrechen',

  incoming: {
    region: 'Eingehende Weiterleitung',
    blind: (agent: string, customer: string) => `${agent} leitet den Anruf von ${customer} an Sie weiter`,
    warm: (agent: string, customer: string) =>
      `${agent} möchte mit Ihnen über den Anruf von ${customer} sprechen`,
    afterBlind: 'Wenn Sie annehmen, werden Sie mit dem Kunden verbunden.',
    afterWarm: 'Wenn Sie annehmen, sprechen Sie zuerst intern. Der Kunde wird gehalten.',
  },

  talk: {
    title: (agent: string, customer: string) => `Rücksprache mit ${agent} zu ${customer}`,
    waits: 'Der Kunde wird gehalten und hört nicht mit.',
    elsewhere: (agent: string) => `Ihre Rücksprache mit ${agent} läuft in einem anderen Fenster.`,
    leave: 'Rücksprache verlassen',
  },

  transferred: (customer: string, agent: string) => `Anruf von ${customer} weitergeleitet an ${agent}`,

  errors: {
    unavailable: 'Diese Person kann gerade keinen Anruf annehmen.',
    gone: 'Die Weiterleitung ist beendet.',
    tooOften: 'Dieser Anruf wurde zu oft weitergeleitet.',
    other: 'Die Weiterleitung ist fehlgeschlagen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  },

  record: {
    held: 'Gehalten',
    title: 'Weiterleitungen',
    line: (from: string, to: string) => `${from} an ${to}`,
    former: 'Ehemaliger Agent',
    kinds: { blind: 'direkt', warm: 'nach Rücksprache' },
    states: {
      ringing: 'Klingelt',
      talking: 'Rücksprache',
      completed: 'Weitergeleitet',
      declined: 'Abgelehnt',
      expired: 'Nicht angenommen',
      disconnected: 'Getrennt',
      cancelled: 'Abgebrochen',
      withdrawn: 'Anruf beendet',
    },
  },
}
