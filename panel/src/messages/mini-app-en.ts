/** Texts of mini apps: their setting, and customers who are the same account. */
export const miniAppEn = {
  title: 'Mini App',
  lead: 'Shows the chat of a widget within Telegram. Customers are signed in with their Telegram account.',
  named: (name: string) => `Mini App of “${name}”`,
  widget: 'Widget',
  noWidget: 'Create a widget first. The Mini App shows its chat.',
  address: 'Address for BotFather',
  copy: 'Copy the address',
  hint: 'In BotFather: /mybots, choose the bot, Bot Settings, Configure Mini App or Menu Button, and paste this address.',
  https: 'Telegram opens only https addresses. This installation has none.',
  member: 'Signed in through the Telegram Mini App',
  same: 'Same Telegram account',
  asMember: 'in the Mini App',
  asContact: 'writes to the bot',
  unnamed: 'No name',
}
