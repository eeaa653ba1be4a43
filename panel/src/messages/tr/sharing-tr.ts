import type { Messages } from '../en.ts'

export const sharingTr: Messages['sharing'] = {
  team: 'Takım',
  aTeam: 'Bir takım',
  everyoneByAuthor: 'Bunu herkesle yalnızca yazarı ve yöneticiler paylaşabilir.',
  actions: {
    label: (name) => `${name} etiketini ekle`,
    team: (name) => `${name} takımına taşı`,
    snooze: (duration) => `${duration} ertele`,
    snoozeUntilReply: 'Müşteri yanıtlayana kadar ertele',
    failed: (action) => `Gönderdikten sonra “${action}” yapılamadı.`,
  },
  fields: {
    labels: 'Etiket ekle',
    team: 'Takıma taşı',
    noTeam: 'Taşıma',
    snooze: 'Ertele',
    noSnooze: 'Erteleme',
    closeEndsSnooze: 'Kapatılan konuşma ertelenmez.',
  },
  gone: {
    agent: 'Temsilci artık kuruluşunuzda değil.',
    label: 'Etiket arşivlenmiş.',
    provider: 'Widget ya da kanal artık yok.',
    team: 'Takım artık yok.',
    webhook: 'Webhook artık yok.',
  },
  goneChoice: 'Başka bir seçim yapın.',
  problems: {
    team_unknown: 'Bu takım artık yok.',
    canned_reply_action_unknown: 'İşlemlerdeki bir etiket ya da takım artık yok. İşlemi kaldırın.',
  },
  importProblems: { team_unknown: 'Takım yok ya da bu takımda değilsiniz.' },
}
