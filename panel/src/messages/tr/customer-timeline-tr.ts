import type { Messages } from '../en.ts'

export const customerTimelineTr: Messages['inbox']['timeline'] = {
  title: 'Zaman çizelgesi',
  filter: 'Türe göre filtrele',
  all: 'Tümü',
  kinds: {
    conversation: 'Konuşmalar',
    call: 'Aramalar',
    note: 'Notlar',
    label: 'Etiketler',
    sign_in: 'Oturum açmalar',
  },
  empty: 'Henüz bir şey olmadı.',
  emptyOfKind: 'Bu türden henüz bir şey yok.',
  more: 'Daha fazla göster',
  conversation: 'Konuşma',
  openConversation: 'Konuşma, şu anda açık',
  call: 'Arama',
  note: (author) => `Not: ${author}`,
  noteDeleted: 'Not silindi',
  signIn: 'Oturum açtı',
}
