import type { Messages } from '../en.ts'

export const mailedTr: Messages['mailed'] = {
  messages: (count, email) =>
    count === 1
      ? `1 okunmamış mesaj ${email} adresine gönderildi`
      : `${count} okunmamış mesaj ${email} adresine gönderildi`,
  asked: (email) => `Bir yanıt okunmadı. Önce ${email} adresinin onaylanması istendi`,
  confirmed: (email) => `${email} onaylandı`,
  refused: (email) => `${email} e-posta almayı bıraktı`,
  resubscribed: (email) => `${email} yeniden e-posta almaya başladı`,
  failed: (email) => `${email} adresine e-posta iletilemedi`,
  notConfirmed: 'Onaylanmadı',
  unsubscribed: 'E-posta almayı bıraktı',
}
