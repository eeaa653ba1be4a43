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
  loading: 'Yükleniyor',
  olderFailed: 'Önceki mesajlar yüklenemedi.',
  tryAgain: 'Yeniden dene',
  newMessages: { one: '{n} yeni mesaj', other: '{n} yeni mesaj' },
  toNewest: 'En yeni mesaja git',
  joined: '{name} sizinle ilgileniyor',
  waiting: 'Ekibimizden birini bekliyorsunuz',
  ended: 'Görüşme kapatıldı',
  started: 'Yeni görüşme',
  greeting: 'Merhaba! Size nasıl yardımcı olabiliriz?',

  startCall: 'Arama başlat',
  call: 'Arama, {time}',
  unanswered: 'Yanıtlanmayan arama',

  you: 'Siz',
  reply: 'Yanıtla',
  replyTo: 'Yanıtlanan: {name}',
  cancelReply: 'Yanıtlamaktan vazgeç',
  earlierMessage: 'Önceki mesaj',
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
  dropFiles: 'Eklemek için dosyaları buraya bırakın',
  tooManyFiles: {
    one: 'Bir mesajda en fazla {n} dosya',
    other: 'Bir mesajda en fazla {n} dosya',
  },
  tooLong: { one: '{n} karakter fazla', other: '{n} karakter fazla' },

  openPicture: 'Büyüt: {name}',

  emoji: 'Emoji',

  offline: 'Çevrimdışısınız. Mesajlar bağlantı gelince gönderilir.',
  reconnecting: 'Yeniden bağlanılıyor …',
  unavailable: 'Sohbet bu sayfada kullanılamıyor.',
  unstored: 'Tarayıcınız veri saklamıyor; bu sohbet sayfayla birlikte sona erer.',
  blocked: 'Artık buraya yazamazsınız.',
} satisfies Messages
