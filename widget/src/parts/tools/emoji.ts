import type { Messages } from '../../messages/messages.ts'

/** About a hundred, by group. Without skin tones and flags; all of Unicode 12 or older, which every system draws. */
export const emojiGroups = [
  [
    'faces',
    '😀 😃 😄 😁 😅 😂 🤣 😊 🙂 🙃 😉 😍 😘 😋 😜 🤗 🤔 🤨 😐 😏 🙄 😴 😎 🤓 😕 🙁 😮 😳 🥺 😢 😭 😤 😡 🤯 😱 🥳',
  ],
  ['people', '👍 👎 👌 ✌️ 🤞 👋 👏 🙌 🙏 💪 🤝 👀 🙋 🤷 🤦 👶 👩 👨'],
  ['nature', '🐶 🐱 🦊 🐻 🐢 🦋 🌸 🌳 🌍 🌞 🌙 ⭐ 🌈 ⛄ 🔥 💧'],
  ['food', '☕ 🍵 🍎 🍓 🍕 🍔 🥗 🍰 🍪 🍷 🍺 🎂'],
  ['things', '🎁 🎉 📷 💻 📱 ⏰ 📦 🚚 🔑 💡 📎 📄 💳 🛒 🏠 ✈️ 🚗 🚲'],
  ['symbols', '❤️ 🧡 💚 💙 💜 💔 ✅ ❌ ❓ ❗ ⚠️ 💯 ➡️ ⬅️ ⬆️ ⬇️'],
] as const satisfies [keyof Messages, string][]
