import type { AutomaticReply } from '@parley/protocol/automatic-reply'

/** The stored reply, which others may have changed since `base`, with the own changes. Translations are merged by language. */
export function mergedReply(
  base: AutomaticReply,
  own: AutomaticReply,
  stored: AutomaticReply,
): AutomaticReply {
  return {
    // Drafts compare JSON, so the stored order of fields and languages is kept.
    ...stored,
    on: merged(base.on, own.on, stored.on),
    text: merged(base.text, own.text, stored.text),
    translations: mergedTranslations(base.translations, own.translations, stored.translations),
  }
}

type Translations = AutomaticReply['translations']

function mergedTranslations(base: Translations, own: Translations, stored: Translations): Translations {
  const translations = { ...stored, ...own }
  for (const language of Object.keys(translations) as (keyof Translations)[]) {
    const text = merged(base[language], own[language], stored[language])
    if (text === undefined) delete translations[language]
    else translations[language] = text
  }
  return translations
}

const merged = <T extends string | boolean | null | undefined>(base: T, own: T, stored: T): T =>
  own === base ? stored : own
