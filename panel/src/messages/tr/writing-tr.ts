import type { Messages } from '../en.ts'

export const writingTr: Messages['inbox']['writing'] = {
  draft: 'Taslak',
  draftSaved: 'Taslak kaydedildi',
  sendMore: 'Diğer gönderme seçenekleri',
  sendAndClose: 'Gönder ve kapat',
  held: 'Mesaj birkaç saniye içinde gönderilecek.',
  undo: 'Geri al',
  tooLate: 'Bu mesajın gönderimi artık geri alınamaz.',
  notSent: (reason) => `Bir mesaj gönderilmedi. ${reason}`,
  severalNotSent: (count) => `${count} mesaj gönderilmedi.`,
  undoSend: 'Göndermeyi geri al',
  settings: {
    title: 'Gönderme',
    lead: 'Mesajlarınızın nasıl gönderileceğini seçin.',
    label: 'Göndermeyi geri alma',
    hint: 'Geri alabilmeniz için mesajı göndermeden önce 5 saniye bekler.',
    failed: 'Ayar kaydedilemedi.',
  },
}
