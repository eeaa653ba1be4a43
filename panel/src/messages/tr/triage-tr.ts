import type { Messages } from '../en.ts'

export const triageTr: Messages['inbox']['triage'] = {
  priority: 'Öncelik',
  setPriority: 'Önceliği belirle',
  priorityIs: (level) => `Öncelik: ${level}`,
  noPriority: 'Öncelik yok',
  priorities: { urgent: 'Acil', high: 'Yüksek', normal: 'Normal', low: 'Düşük' },
  snooze: 'Ertele',
  snoozeThis: 'Konuşmayı ertele',
  snoozedUntil: (time) => `Ertelendi: ${time}`,
  snoozedUntilReply: 'Müşteri yanıtlayana kadar ertelendi',
  rowUntil: (time) => `${time} tarihine dek`,
  rowUntilReply: 'Yanıta dek',
  wake: 'Ertelemeyi bitir',
  undo: 'Geri al',
  when: 'Ne zaman? Örneğin: yarın 9',
  notUnderstood: 'Zaman anlaşılamadı. “yarın 9” ya da “2 saat sonra” yazmayı deneyin.',
  presets: {
    hours: (count) => `${count} saat sonra`,
    tomorrow: 'Yarın sabah',
    nextWeek: 'Gelecek hafta',
    reply: 'Müşteri yanıtlayana kadar',
  },
  log: {
    priority: (who, level) => `${who}, önceliği ${level} yaptı`,
    noPriority: (who) => `${who}, önceliği kaldırdı`,
    snoozed: (who, time) => `${who}, konuşmayı erteledi: ${time}`,
    snoozedUntilReply: (who) => `${who}, konuşmayı müşteri yanıtlayana kadar erteledi`,
    unsnoozed: (who) => `${who}, ertelemeyi bitirdi`,
    over: { due: 'Erteleme süresi doldu', customer: 'Müşteri yanıtladığı için erteleme bitti' },
  },
  problems: {
    conversation_closed: 'Kapalı konuşmalar ertelenemez. Önce yeniden açın.',
    customer_wrote: 'Müşteri az önce yazdı. Mesajı okuyun, sonra yeniden erteleyin.',
    snooze_time_invalid: 'Bir yıl içinde, gelecekte bir zaman seçin.',
    not_found: 'Bu konuşma artık yok.',
  },
}
