import type { Messages } from '../en.ts'

export const miniAppFr: Messages['miniApp'] = {
  title: 'Mini App',
  lead: 'Affiche le chat d’un widget dans Telegram. Les clients sont connectés avec leur compte Telegram.',
  named: (name) => `Mini App de « ${name} »`,
  widget: 'Widget',
  noWidget: 'Créez d’abord un widget. La Mini App affiche son chat.',
  address: 'Adresse pour BotFather',
  copy: 'Copier l’adresse',
  hint: 'Dans BotFather : /mybots, choisissez le bot, Bot Settings, Configure Mini App ou Menu Button, puis collez cette adresse.',
  https: 'Telegram n’ouvre que des adresses https. Cette installation n’en a pas.',
  member: 'Connecté par la Mini App Telegram',
  same: 'Le même compte Telegram',
  asMember: 'dans la Mini App',
  asContact: 'écrit au bot',
  unnamed: 'Sans nom',
}
