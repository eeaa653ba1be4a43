import type { Messages } from '../en.ts'

export const transfersTr: Messages['transfers'] = {
  hold: 'Beklet',
  resume: 'Çağrıya dön',
  onHold: 'Beklemede',
  heldFor: 'Bekleme süresi',
  holdFailed: 'Çağrı bekletilemedi veya sürdürülemedi. Bağlantınızı kontrol edin.',

  transfer: 'Çağrıyı aktar',
  lead: 'Müşteri bu sırada beklemede olur.',
  nobody: 'Şu anda çağrılar için müsait bir iş arkadaşı yok.',
  now: 'Hemen aktar',
  nowTo: (name: string) => `Hemen aktar: ${name}`,
  talkFirst: 'Önce konuş',
  talkFirstTo: (name: string) => `Önce konuş: ${name}`,
  colleague: 'İş arkadaşınız',

  ringing: (name: string) => `${name} aranıyor …`,
  talking: (name: string) => `${name} ile özel görüşme. Müşteri sizi duyamaz.`,
  declined: (name: string) => `${name} aktarımı reddetti.`,
  expired: (name: string) => `${name} yanıt vermedi.`,
  disconnected: (name: string) => `${name} artık bağlı değil.`,
  nobodyIn: (name) => `${name} takımından kimse yanıt vermedi.`,
  complete: 'Aktarımı tamamla',
  cancel: 'Aktarımı iptal et',

  incoming: {
    region: 'Gelen aktarım',
    blind: (agent: string, customer: string) => `${agent}, ${customer} ile olan çağrıyı size aktarıyor`,
    warm: (agent: string, customer: string) =>
      `${agent}, ${customer} ile çağrı hakkında sizinle konuşmak istiyor`,
    afterBlind: 'Kabul ederseniz müşteriye bağlanırsınız.',
    afterWarm: 'Kabul ederseniz önce iş arkadaşınızla konuşursunuz. Müşteri beklemededir.',
  },

  talk: {
    title: (agent: string, customer: string) => `${agent} ile ${customer} hakkında özel görüşme`,
    waits: 'Müşteri beklemede ve sizi duyamaz.',
    elsewhere: (agent: string) => `${agent} ile özel görüşmeniz başka bir pencerede.`,
    leave: 'Görüşmeden ayrıl',
  },

  transferred: (customer: string, agent: string) => `${customer} ile çağrı aktarıldı: ${agent}`,

  errors: {
    unavailable: 'Bu iş arkadaşı şu anda çağrı alamıyor.',
    gone: 'Aktarım sona erdi.',
    tooOften: 'Bu çağrı çok fazla aktarıldı.',
    other: 'Aktarım başarısız oldu. Bağlantınızı kontrol edip yeniden deneyin.',
  },

  record: {
    held: 'Beklemede',
    title: 'Aktarımlar',
    line: (from: string, to: string) => `${from} → ${to}`,
    former: 'Eski temsilci',
    kinds: { blind: 'doğrudan', warm: 'özel görüşmeden sonra' },
    states: {
      ringing: 'Çalıyor',
      talking: 'Özel görüşme',
      completed: 'Aktarıldı',
      declined: 'Reddedildi',
      expired: 'Yanıtlanmadı',
      disconnected: 'Bağlantı koptu',
      cancelled: 'İptal edildi',
      withdrawn: 'Çağrı sona erdi',
    },
  },
}
