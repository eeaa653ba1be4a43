import type { Messages } from '../en.ts'

export const messageChangesTr: Messages['inbox']['changes'] = {
  more: 'Diğer işlemler',
  edit: 'Mesajı düzenle',
  hint: 'Kaydetmek için Enter, vazgeçmek için Escape',
  notSaved: 'Bir mesajdaki değişikliğiniz kaydedilmedi.',
  remove: 'Mesajı sil',
  removeTitle: 'Bu mesaj silinsin mi?',
  removeText:
    'Müşteri bir mesajın silindiğini görür. Ekleri herkes için kaldırılır. Ekibiniz metni “Önceki sürümler” altında okumaya devam edebilir.',
  removed: 'Mesaj silindi',
  edited: 'Düzenlendi',
  history: 'Önceki sürümler',
  replaced: (name, time) => `Değiştiren: ${name}, ${time}`,
  customer: 'müşteri',
  problems: {
    message_empty: 'Bir metin yazın ya da mesajı silin.',
    message_deleted: 'Bu mesaj bu arada silindi.',
    message_too_old: 'Mesajlar 24 saat boyunca değiştirilebilir. Bir yönetici bu mesajı yine de silebilir.',
    message_edit_limit: 'Bu mesaj en fazla düzenleme sayısına ulaştı. Yeni bir mesaj yazın.',
    forbidden:
      'Yalnızca kendi mesajlarınızı düzenleyebilirsiniz. Yöneticiler ekibin mesajlarını da silebilir.',
    not_found: 'Bu mesaj artık yok.',
  },
}
