import { m } from './messages/keys.ts'

/** By group, from Unicode 12 or older, which all systems support. No skin tones or flags. */
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
