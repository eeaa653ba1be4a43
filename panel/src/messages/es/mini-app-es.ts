import type { Messages } from '../en.ts'

export const miniAppEs: Messages['miniApp'] = {
  title: 'Mini App',
  lead: 'Muestra el chat de un widget dentro de Telegram. Los clientes entran con su cuenta de Telegram.',
  named: (name) => `Mini App de «${name}»`,
  widget: 'Widget',
  noWidget: 'Cree primero un widget. La Mini App muestra su chat.',
  address: 'Dirección para BotFather',
  copy: 'Copiar la dirección',
  hint: 'En BotFather: /mybots, elija el bot, Bot Settings, Configure Mini App o Menu Button, y pegue esta dirección.',
  https: 'Telegram solo abre direcciones https. Esta instalación no tiene ninguna.',
  member: 'Identificado con la Mini App de Telegram',
  same: 'La misma cuenta de Telegram',
  asMember: 'en la Mini App',
  asContact: 'escribe al bot',
  unnamed: 'Sin nombre',
}
