import type { Messages } from '../en.ts'

export const miniAppDe: Messages['miniApp'] = {
  title: 'Mini App',
  lead: 'Zeigt den Chat eines Widgets in Telegram. Kunden sind mit ihrem Telegram-Konto angemeldet.',
  named: (name) => `Mini App von „${name}“`,
  widget: 'Widget',
  noWidget: 'Erstellen Sie zuerst ein Widget. Die Mini App zeigt dessen Chat.',
  address: 'Adresse für BotFather',
  copy: 'Adresse kopieren',
  hint: 'In BotFather: /mybots, den Bot wählen, Bot Settings, Configure Mini App oder Menu Button, und diese Adresse einfügen.',
  https: 'Telegram öffnet nur https-Adressen. Diese Installation hat keine.',
  member: 'Über die Telegram Mini App angemeldet',
  same: 'Dasselbe Telegram-Konto',
  asMember: 'in der Mini App',
  asContact: 'schreibt dem Bot',
  unnamed: 'Ohne Namen',
}
