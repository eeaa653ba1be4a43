import type { Messages } from '../en.ts'
import { conversationTr } from './conversation-tr.ts'
import { customersTr } from './customers-tr.ts'
import { messageChangesTr } from './message-changes-tr.ts'
import { customerTimelineTr } from './customer-timeline-tr.ts'
import { notesTr } from './notes-tr.ts'
import { repliesTr } from './replies-tr.ts'
import { writingTr } from './writing-tr.ts'
import { bulkTr } from './bulk-tr.ts'
import { labelsTr } from './labels-tr.ts'
import { filterTr, savedViewsTr } from './views-tr.ts'
import { teamsTr } from './teams-tr.ts'
import { triageTr } from './triage-tr.ts'

export const inboxTr: Messages['inbox'] = {
  title: 'Gelen kutusu',
  views: {
    mine: 'Benim',
    unassigned: 'Sahipsiz',
    open: 'Tüm açıklar',
    closed: 'Kapalı',
    snoozed: 'Ertelenenler',
  },
  viewsLabel: 'Görünümler',
  list: 'Konuşmalar',
  shown: (rows) => `${rows} konuşma`,
  shownFirst: (rows) => `İlk ${rows} konuşma`,
  search: 'Adlarda ve mesajlarda ara',
  clearSearch: 'Aramayı temizle',

  row: {
    unread: (count) => `${count} okunmamış mesaj`,
    waiting: (time) => `${time} bekliyor`,
    waitingLong: (time) => `${time} süredir yanıt bekliyor`,
    files: (count) => `${count} ek`,
    team: 'Ekip:',
    assistant: 'Asistan:',
    noMessages: 'Henüz mesaj yok',
    online: 'çevrimiçi',
    blocked: 'Engelli',
  },

  empty: {
    snoozed: {
      title: 'Ertelenen konuşma yok',
      text: 'Ertelenen konuşmalar burada görünür ve gelen kutusuna otomatik olarak döner.',
    },
    mine: { title: 'Size atanmış konuşma yok', text: 'Size atanan konuşmalar burada görünür.' },
    mineHint: (count) => `${count} atanmamış konuşma`,
    unassigned: {
      title: 'Atanmamış konuşma yok',
      text: 'Yeni konuşmalar, bir temsilci üstlenene kadar burada görünür.',
    },
    open: { title: 'Açık konuşma yok', text: 'Bir ziyaretçi yazar yazmaz yeni konuşmalar burada görünür.' },
    closed: { title: 'Kapalı konuşma yok', text: 'Kapattığınız konuşmalar burada saklanır.' },
    search: (q) => `“${q}” için sonuç yok`,
    searchText: 'Bu görünümdeki adlar, e-posta adresleri ve mesajlar arandı.',
    searchAll: 'Tüm açıklarda ara',
    searchClosed: 'Kapalılarda ara',
  },

  choose: {
    title: 'Bir konuşma seçin',
    text: 'Mesajları burada görünür.',
    next: 'sonraki',
    previous: 'önceki',
    open: 'aç',
    help: 'tüm kısayollar',
  },

  welcome: {
    title: 'İlk mesajı yazın',
    text: 'Gelen kutunuz hazır. Bu kodu sayfalarınıza, kapanan body etiketinden önce koyun ve birini açın.',
    widget: 'Widget',
    snippet: 'Ekleme kodu',
    copy: 'Kopyala',
    copied: 'Kopyalandı',
    shop: 'Örnek mağazayı aç',
    shopText: 'Orada ziyaretçi olarak yazın; mesajınız hemen burada görünür.',
    preview: 'Görünümünü değiştir',
    noProvider: 'Henüz widget yok. Kuruluşunuzun bir yöneticisi Ayarlar’dan ekleyebilir.',
    create: 'Widget oluştur',
    noProviderAdmin: 'Henüz widget yok. Sayfalarınıza koyacağınız kod için bir tane oluşturun.',
  },

  alerts: {
    label: 'Uyarılar',
    intro: 'Size atanmış ya da atanmamış konuşmalardaki yeni mesajlar için.',
    sound: 'Ses',
    desktop: 'Masaüstü bildirimleri',
    allow: 'Masaüstü bildirimlerine izin ver',
    denied: 'Tarayıcınız bu sayfanın bildirimlerini engelliyor. Site ayarlarından izin verin.',
    unsupported: 'Bu tarayıcı bildirimleri desteklemiyor.',
    newMessage: (name) => `${name} yeni mesaj gönderdi`,
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
  changes: messageChangesTr,
  notes: notesTr,
  timeline: customerTimelineTr,
  replies: repliesTr,
  writing: writingTr,
  labels: labelsTr,
  filter: filterTr,
  savedViews: savedViewsTr,
  teams: teamsTr,
  triage: triageTr,
  bulk: bulkTr,
  customers: customersTr,
}
