import type { Messages } from '../en.ts'

export const notificationsTr: Messages['notifications'] = {
  title: 'Bildirimler',
  unread: (count) => (count > 99 ? '99’dan fazla okunmamış bildirim' : `${count} okunmamış bildirim`),
  isUnread: 'Okunmadı',
  open: 'Bildirimleri aç',
  readAll: 'Tümünü okundu işaretle',
  settings: 'Bildirim ayarları',
  empty: 'Bildirim yok',
  emptyText: 'Bahsetmeler, atamalar ve cevapsız aramalar burada görünür.',
  kinds: {
    mention: {
      name: 'Bahsetmeler',
      hint: 'Bir ekip arkadaşınız bir notta sizden bahseder.',
      says: (customer, actor) => `${actor ?? 'Bir ekip arkadaşınız'} bir notta sizden bahsetti: ${customer}`,
    },
    assigned: {
      name: 'Atamalar',
      hint: 'Başka biri size bir görüşme atar.',
      says: (customer, actor) =>
        actor === null
          ? `Size bir görüşme atandı: ${customer}`
          : `${actor} size bir görüşme atadı: ${customer}`,
    },
    missed_call: {
      name: 'Cevapsız aramalar',
      hint: 'Sizde çalan veya sizin bir müşterinizden gelen bir arama cevaplanmadı.',
      says: (customer) => `Cevapsız arama: ${customer}`,
    },
  },
  lead: 'Bu kuruluşta size nelerin bildirileceği.',
  kind: 'Bildirilecekler',
  transports: { in_app: 'Panelde', desktop: 'Masaüstünde' },
  thisBrowser: 'Bu tarayıcı',
  thisBrowserLead: 'Masaüstü bildirimleri panel arka plandayken görünür.',
}
