import type { Messages } from '../en.ts'

export const automaticRepliesTr: Messages['automaticReplies'] = {
  title: 'Otomatik yanıtlar',
  lead: 'Otomatik olarak gönderilir. Bir kişi her birini 12 saatte en fazla bir kez alır.',
  named: (name) => `“${name}” otomatik yanıtları`,
  language: 'Dil',
  others: 'Diğer tüm diller',
  text: 'Metin',
  builtIn: 'Kişinin dilindeki hazır metin için boş bırakın.',
  asOthers: 'Diğer tüm dillerin metni için boş bırakın.',
  greeting: { label: 'Karşılama', hint: 'Yeni bir konuşmanın ilk mesajıyla.' },
  away: { label: 'Uzakta metni', hint: 'Çalışma saatleri dışında ve hiçbir temsilci hazır değilken.' },
}

export const replyWindowTr: Messages['replyWindow'] = {
  until: (moment) => `${moment} zamanına kadar yazabilirsiniz.`,
  closed: (hours) =>
    `Bu kanalda yalnızca müşterinin son mesajından sonraki ${hours} saat içinde yazabilirsiniz. Müşteri yazınca yeniden yazabilirsiniz.`,
}
