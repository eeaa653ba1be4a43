import type { Messages } from '../en.ts'

export const collisionTr: Messages['collision'] = {
  looks: {
    viewing: (name) => `${name} görüntülüyor`,
    drafting: (name) => `${name} henüz göndermediği bir yanıt yazdı`,
    writing: (name) => `${name} yazıyor`,
  },
  replied: (name, when) => `${name} ${when} yanıtladı.`,
  repliedMeanwhile: 'Bu arada bir ekip arkadaşınız yanıtladı.',
  question: 'Yine de gönderilsin mi?',
  sendAnyway: 'Yine de gönder',
  keepEditing: 'Düzenlemeye devam et',
}
