import { m } from './messages/keys.ts'

/** About a hundred, by group. Without skin tones and flags; all of Unicode 12 or older, which every system draws. */
export const emojiGroups = [
  [
    m.faces,
    '😀 😃 😄 😁 😅 😂 🤣 😊 🙂 🙃 😉 😍 😘 😋 😜 🤗 🤔 🤨 😐 😏 🙄 😴 😎 🤓 😕 🙁 😮 😳 🥺 😢 😭 😤 😡 🤯 😱 🥳',
  ],
  [m.people, '👍 👎 👌 ✌️ 🤞 👋 👏 🙌 🙏 💪 🤝 👀 🙋 🤷 🤦 👶 👩 👨'],
  [m.nature, '🐶 🐱 🦊 🐻 🐢 🦋 🌸 🌳 🌍 🌞 🌙 ⭐ 🌈 ⛄ 🔥 💧'],
  [m.food, '☕ 🍵 🍎 🍓 🍕 🍔 🥗 🍰 🍪 🍷 🍺 🎂'],
  [m.things, '🎁 🎉 📷 💻 📱 ⏰ 📦 🚚 🔑 💡 📎 📄 💳 🛒 🏠 ✈️ 🚗 🚲'],
  [m.symbols, '❤️ 🧡 💚 💙 💜 💔 ✅ ❌ ❓ ❗ ⚠️ 💯 ➡️ ⬅️ ⬆️ ⬇️'],
] as const satisfies [typeof m.faces, string][]
