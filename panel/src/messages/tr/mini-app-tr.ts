import type { Messages } from '../en.ts'

export const miniAppTr: Messages['miniApp'] = {
  title: 'Mini App',
  lead: 'Bir widget’ın sohbetini Telegram içinde gösterir. Müşteriler Telegram hesaplarıyla giriş yapar.',
  named: (name) => `“${name}” Mini App’i`,
  widget: 'Widget',
  noWidget: 'Önce bir widget oluşturun. Mini App onun sohbetini gösterir.',
  address: 'BotFather için adres',
  copy: 'Adresi kopyala',
  hint: 'BotFather’da: /mybots, botu seçin, Bot Settings, Configure Mini App veya Menu Button; bu adresi yapıştırın.',
  https: 'Telegram yalnızca https adreslerini açar. Bu kurulumda yok.',
  member: 'Telegram Mini App ile giriş yaptı',
  same: 'Aynı Telegram hesabı',
  asMember: 'Mini App’te',
  asContact: 'bota yazıyor',
  unnamed: 'İsimsiz',
}
