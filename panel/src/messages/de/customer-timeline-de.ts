import type { Messages } from '../en.ts'

export const customerTimelineDe: Messages['inbox']['timeline'] = {
  title: 'Verlauf',
  filter: 'Nach Art filtern',
  all: 'Alle',
  kinds: {
    conversation: 'Gespräche',
    call: 'Anrufe',
    note: 'Notizen',
    label: 'Labels',
    rating: 'Bewertungen',
    sign_in: 'Anmeldungen',
  },
  empty: 'Noch keine Aktivität.',
  emptyOfKind: 'Noch keine Aktivität dieser Art.',
  more: 'Mehr anzeigen',
  conversation: 'Gespräch',
  openConversation: 'Gespräch (offen)',
  call: 'Anruf',
  note: (author) => `Notiz von ${author}`,
  noteDeleted: 'Notiz gelöscht',
  signIn: 'Angemeldet',
}
