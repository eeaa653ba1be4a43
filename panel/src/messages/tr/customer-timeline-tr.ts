import type { Messages } from '../en.ts'

export const customerTimelineTr: Messages['inbox']['timeline'] = {
  title: 'Zaman çizelgesi',
  filter: 'Türe göre filtrele',
  all: 'Tümü',
  kinds: {
    conversation: 'Konuşmalar',
    call: 'Çağrılar',
    note: 'Notlar',
    label: 'Etiketler',
    rating: 'Puanlar',
    sign_in: 'Oturum açmalar',
  },
  empty: 'Henüz etkinlik yok.',
  emptyOfKind: 'Bu türde henüz etkinlik yok.',
  more: 'Daha fazla göster',
  conversation: 'Konuşma',
  openConversation: 'Konuşma (açık)',
  call: 'Çağrı',
  note: (author) => `Not: ${author}`,
  noteDeleted: 'Not silindi',
  signIn: 'Oturum açtı',
}
