import type { Messages } from '../en.ts'

export const notificationsTr: Messages['notifications'] = {
  title: 'Bildirimler',
  unread: (count) => (count > 99 ? '99’dan fazla okunmamış bildirim' : `${count} okunmamış bildirim`),
  isUnread: 'Okunmadı',
  open: 'Bildirimleri aç',
  readAll: 'Tümünü okundu işaretle',
  settings: 'Bildirim ayarları',
  empty: 'Bildirim yok',
  emptyText: 'Bahsetmeler, atamalar ve cevapsız çağrılar burada görünür.',
  kinds: {
    mention: {
      name: 'Bahsetmeler',
      hint: 'Bir ekip arkadaşınız bir notta sizden bahseder.',
      says: (customer, actor) => `${actor ?? 'Bir ekip arkadaşınız'} bir notta sizden bahsetti: ${customer}`,
    },
    assigned: {
      name: 'Atamalar',
      hint: 'Başka biri size bir konuşma atar.',
      says: (customer, actor) =>
        actor === null
          ? `Size bir konuşma atandı: ${customer}`
          : `${actor} size bir konuşma atadı: ${customer}`,
    },
    missed_call: {
      name: 'Cevapsız çağrılar',
      hint: 'Bir çağrıyı kaçırdınız ya da müşterilerinizden birinin çağrısı cevaplanmadı.',
      says: (customer) => `Cevapsız çağrı: ${customer}`,
    },
    snooze_over: {
      name: 'Biten ertelemeler',
      hint: 'Ertelediğiniz ya da size atanmış bir konuşmanın zamanı geldi.',
      says: (customer) => `${customer} ile ertelenen konuşma geri döndü`,
    },
    low_rating: {
      name: 'Düşük puanlar',
      hint: 'Bir müşteri konuşmalarınızdan birine 5 üzerinden 1 veya 2 verir.',
      says: (customer) => `Düşük puan: ${customer}`,
    },
    sla_warning: {
      name: 'SLA uyarıları',
      hint: 'Sizin veya takımınızın bir konuşmasının süresi doluyor.',
      says: (customer) => `${customer} ile konuşmanın süresi doluyor`,
    },
    sla_breach: {
      name: 'SLA ihlalleri',
      hint: 'Sizin veya takımınızın bir konuşması gecikti.',
      says: (customer) => `${customer} ile konuşma gecikti`,
    },
  },
  otherKind: (customer) => `${customer} hakkında bildirim`,
  otherKindHint: 'Ne olduğunu görmek için sayfayı yeniden yükleyin.',
  lead: 'Bu kuruluşta hangi bildirimleri alacağınızı seçin.',
  kind: 'Bildirilecekler',
  transports: { in_app: 'Panel', desktop: 'Masaüstü', email: 'E-posta' },
  thisBrowser: 'Bu tarayıcı',
  thisBrowserLead: 'Masaüstü bildirimleri panel arka plandayken görünür.',
}
