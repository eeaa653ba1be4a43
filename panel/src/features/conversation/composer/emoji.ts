export type EmojiGroup = 'people' | 'signs' | 'things'

export interface Emoji {
  emoji: string
  /** English, for searching and for screen readers. */
  name: string
}

/** Common emoji for support; the system's picker has all others. */
const groups: Record<EmojiGroup, string> = {
  people: `😀 grinning face|😃 happy face|😄 smiling eyes|😁 beaming face|😅 relieved laugh|😂 tears of joy
    |🙂 slight smile|🙃 upside down|😉 wink|😊 warm smile|😇 halo|🥰 smiling with hearts|😍 heart eyes|😘 kiss
    |😋 yummy|😜 tongue|🤗 hug|🤔 thinking|🤨 raised eyebrow|😐 neutral|😏 smirk|🙄 rolling eyes|😬 grimace
    |😌 relieved|😴 sleeping|😷 mask|🤒 ill|😎 sunglasses|🤓 glasses|😕 confused|🙁 slight frown|😮 surprised
    |😳 flushed|🥺 pleading|😢 sad|😭 crying|😤 huffing|😡 angry|🤯 mind blown|🥳 party face|👋 waving hand
    |👌 ok hand|✌️ victory|🤞 fingers crossed|👈 pointing left|👉 pointing right|👆 pointing up|👇 pointing down
    |👍 thumbs up|👎 thumbs down|👏 clapping|🙌 raised hands|🤝 handshake|🙏 please thank you|💪 strong|🤷 shrug
    |🙋 raising hand|🙈 see no evil`,
  signs: `❤️ red heart|🧡 orange heart|💛 yellow heart|💚 green heart|💙 blue heart|💜 purple heart|💔 broken heart
    |✨ sparkles|⭐ star|🔥 fire|💯 hundred|🎉 party popper|🎊 confetti|✅ check mark|☑️ checked box|❌ cross mark
    |❗ exclamation mark|❓ question mark|⚠️ warning|ℹ️ information|⏳ hourglass|🔄 again|➡️ right arrow
    |⬅️ left arrow|🆕 new|🆗 ok`,
  things: `📦 parcel|🚚 delivery truck|🛒 shopping cart|🛍️ shopping bags|🎁 gift|💳 credit card|💶 euro|💵 dollar
    |🧾 receipt|🏷️ label|📱 phone|💻 laptop|🖨️ printer|🔧 wrench|🛠️ tools|🔑 key|🔒 locked|🔓 unlocked
    |🔗 link|📎 paperclip|📄 page|📷 camera|🖼️ picture|📅 calendar|⏰ alarm clock|📍 place|🌍 world|📞 call
    |📧 e-mail|💬 speech|💡 idea|🔍 search|☕ coffee|🍕 pizza|🎂 cake|🌞 sun|🌈 rainbow|🌱 seedling|🐛 bug|🚀 rocket`,
}

export const emojiGroups: { group: EmojiGroup; list: Emoji[] }[] = (
  Object.entries(groups) as [EmojiGroup, string][]
).map(([group, text]) => ({ group, list: text.split('|').map(parse) }))

function parse(entry: string): Emoji {
  const [emoji = '', ...name] = entry.trim().split(' ')
  return { emoji, name: name.join(' ') }
}

/** The groups filtered by the search text, without empty ones. */
export function searchEmoji(search: string): typeof emojiGroups {
  const wanted = search.trim().toLowerCase()
  return emojiGroups
    .map(({ group, list }) => ({ group, list: list.filter(({ name }) => name.includes(wanted)) }))
    .filter(({ list }) => list.length > 0)
}
