import type { Messages } from './messages.ts'

export const messages = {
  openChat: 'Sohbeti aç',
  closeChat: 'Sohbeti kapat',
  unread: { one: '{n} okunmamış mesaj', other: '{n} okunmamış mesaj' },

  online: 'Çevrimiçi',
  away: 'Şu anda burada değiliz',
  leaveMessage: 'Mesajınızı bırakın, buradan yanıtlayalım.',
  repliesAtOnce: 'Genellikle bir dakika içinde yanıt verir',
  repliesInMinutes: {
    one: 'Genellikle {n} dakikada yanıt verir',
    other: 'Genellikle {n} dakikada yanıt verir',
  },
  repliesInHours: { one: 'Genellikle {n} saatte yanıt verir', other: 'Genellikle {n} saatte yanıt verir' },
  repliesInDays: { one: 'Genellikle {n} günde yanıt verir', other: 'Genellikle {n} günde yanıt verir' },

  menu: 'Menü',

  messages: 'Mesajlar',
  olderFailed: 'Önceki mesajlar yüklenemedi.',
  tryAgain: 'Yeniden dene',
  sendWithoutFiles: 'Dosyasız gönder',
  newMessages: { one: '{n} yeni mesaj', other: '{n} yeni mesaj' },
  joined: '{name} konuşmaya katıldı',
  waiting: 'Bir ekip üyesi bekleniyor',
  ended: 'Konuşma kapatıldı',
  started: 'Yeni konuşma',
  greeting: 'Merhaba! Size nasıl yardımcı olabiliriz?',

  startCall: 'Arama başlat',
  call: 'Arama, {time}',
  unanswered: 'Yanıtlanmayan arama',

  you: 'Siz',
  ai: 'YZ',
  reply: 'Yanıtla',
  earlierMessage: 'Önceki mesaj',
  edited: 'Düzenlendi',
  deleted: 'Mesaj silindi',
  sending: 'Gönderiliyor',
  sent: 'Gönderildi',
  delivered: 'İletildi',
  read: 'Okundu',
  notSent: 'Gönderilemedi',
  discard: 'Sil',
  typing: '{name} yazıyor',
  severalTyping: 'Birkaç kişi yazıyor',

  writeMessage: 'Mesaj yazın',
  send: 'Gönder',
  attach: 'Dosya ekle',
  tooLong: { one: '{n} karakter fazla', other: '{n} karakter fazla' },

  emoji: 'Emoji',

  offline: 'Çevrimdışısınız. Mesajlar bağlantı gelince gönderilir.',
  reconnecting: 'Yeniden bağlanılıyor…',
  tryNow: 'Şimdi dene',
  fileWaits: 'Dosya, bağlantı kurulunca yüklenecek.',
  unavailable: 'Sohbet bu sayfada kullanılamıyor.',
  unstored: 'Tarayıcınız veri saklamıyor. Sayfadan ayrıldığınızda bu sohbet kaybolur.',
  blocked: 'Artık buradan mesaj gönderemezsiniz.',
} satisfies Messages
