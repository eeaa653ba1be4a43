import type { Messages } from '../en.ts'
import { conversationTr } from './conversation-tr.ts'
import { customersTr } from './customers-tr.ts'

export const inboxTr: Messages['inbox'] = {
  title: 'Gelen kutusu',
  views: { mine: 'Benim', unassigned: 'Sahipsiz', open: 'Tüm açıklar', closed: 'Kapalı' },
  viewsLabel: 'Görünümler',
  list: 'Konuşmalar',
  shown: (rows) => `${rows} konuşma`,
  search: 'Adlarda ve mesajlarda ara',
  clearSearch: 'Aramayı temizle',

  row: {
    unread: (count) => `${count} okunmamış mesaj`,
    waiting: (time) => `${time} bekliyor`,
    waitingLong: (time) => `${time} süredir yanıt bekliyor`,
    files: (count) => `${count} ek`,
    team: 'Biz:',
    assistant: 'Asistan:',
    noMessages: 'Henüz mesaj yok',
    online: 'çevrimiçi',
    blocked: 'Engelli',
  },

  empty: {
    mine: { title: 'Sizi bekleyen bir şey yok', text: 'Size atanan konuşmalar burada durur.' },
    mineHint: (count) => `${count} konuşmanın henüz sahibi yok`,
    unassigned: {
      title: 'Herkesle ilgileniliyor',
      text: 'Yeni bir konuşma, biri üstlenene kadar burada durur.',
    },
    open: { title: 'Açık konuşma yok', text: 'Bir ziyaretçi yazar yazmaz burada görünür.' },
    closed: { title: 'Henüz kapanan yok', text: 'Kapattığınız konuşmalar burada saklanır.' },
    search: (q) => `“${q}” için bir şey bulunamadı`,
    searchText: 'Bu görünümdeki adlar, e-posta adresleri ve mesajlar arandı.',
    searchAll: 'Tüm açıklarda ara',
    searchClosed: 'Kapalılarda ara',
  },

  choose: {
    title: 'Bir konuşma seçin',
    text: 'Müşterinin yazdıkları siz okurken burada belirir.',
    next: 'sonraki',
    previous: 'önceki',
    open: 'aç',
    help: 'tüm tuşlar',
  },

  welcome: {
    title: 'İlk mesajı yazın',
    text: 'Gelen kutunuz hazır. Bu satırı sayfalarınıza, kapanan body etiketinden önce koyun ve birini açın.',
    widget: 'Widget',
    snippet: 'Widget’ı ekleyen satır',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    shop: 'Örnek mağazayı aç',
    shopText: 'Orada ziyaretçi olarak yazın; mesajınız hemen burada görünür.',
    preview: 'Önizlemeyi dene',
    noProvider: 'Henüz widget yok. Kuruluşunuzun bir yöneticisi Ayarlar’dan ekleyebilir.',
  },

  alerts: {
    label: 'Uyarılar',
    intro: 'Sizin ya da sahipsiz konuşmalardaki yeni mesajlar için.',
    sound: 'Ses',
    desktop: 'Masaüstü bildirimleri',
    allow: 'Masaüstü bildirimlerine izin ver',
    denied: 'Tarayıcınız bu sayfanın bildirimlerini engelliyor. Site ayarlarından izin verin.',
    unsupported: 'Bu tarayıcıda bildirim yok.',
    newMessage: (name) => `${name} yazıyor`,
    attachment: 'Bir ek gönderdi',
  },

  tab: {
    title: 'Gelen kutusu',
    unread: (count, title) => `(${count > 99 ? '99+' : count}) ${title}`,
  },

  keys: {
    group: 'Gelen kutusu',
    next: 'Sonraki konuşma',
    previous: 'Önceki konuşma',
    open: 'Konuşmayı aç',
    back: 'Listeye dön',
    search: 'Konuşmalarda ara',
    go: (view) => `Git: ${view}`,
  },

  conversation: conversationTr,
  customers: customersTr,
}
