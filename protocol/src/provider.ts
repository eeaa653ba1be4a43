import Type, { type Static } from 'typebox'
import { CallSettings, CallSettingsChange } from './call-settings.ts'
import { Channel } from './channel.ts'
import { SocialProvider } from './customer.ts'
import { Language } from './language.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'
import { SurveySettings, SurveySettingsChange } from './survey.ts'

export { Language }

/** How the widget looks on the page. */
export const Appearance = Type.Object(
  {
    /** `#rrggbb`; the widget chooses the text color by contrast. */
    brand_color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
    color_scheme: Type.Enum(['auto', 'light', 'dark']),
    position: Type.Enum(['right', 'left']),
    /** Shown in the widget's header. */
    title: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    /** Greeting in an empty chat; null: the widget's default in the visitor's language. */
    greeting: nullable(Type.String({ maxLength: 300 })),
    /** auto: the page's or browser's language. */
    language: Type.Union([Type.Literal('auto'), Language]),
  },
  closed,
)
export type Appearance = Static<typeof Appearance>

const schemeColors = Type.Object(
  {
    /** The brand's hue as text and icon on the window and on the team's bubbles. */
    brand_text: Type.String(),
    /** Border of brand surfaces that would hardly differ from the window; otherwise transparent. */
    brand_edge: Type.String(),
  },
  closed,
)

/**
 * Colours derived from a provider's brand colour. Text has a contrast of at least 4.5:1 for every brand colour
 * (brand-colors.test.ts). The widget sets each as a custom property.
 */
export const BrandColors = Type.Object(
  {
    both: Type.Object(
      {
        /** The visitor's own bubbles, the send button. */
        brand: Type.String(),
        on_brand: Type.String(),
        /** Hover: moved away from its text, so that the contrast grows. */
        brand_hover: Type.String(),
      },
      closed,
    ),
    light: schemeColors,
    dark: schemeColors,
  },
  closed,
)
export type BrandColors = Static<typeof BrandColors>

/** `https://shop.example`, or `http://localhost:3000` while developing. No path. */
export const AllowedOrigin = Type.String({
  maxLength: 255,
  pattern: '^(https://[^/\\s?#@]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$',
})

/** One connection between an organization and its customers, today always a widget. Does not contain its secret_key. */
export const Provider = Type.Object(
  {
    id: Id,
    name: Type.String(),
    channel: Channel,
    appearance: Appearance,
    /** Empty: any https page, and localhost. */
    allowed_origins: Type.Array(AllowedOrigin, { maxItems: 50 }),
    calls: CallSettings,
    survey: SurveySettings,
    /** Whether agents see which pages customers visit, with browser, device and time zone. */
    visitor_context: Type.Boolean(),
    /** The script tag to paste into a page; empty for channels that are not embedded in pages. */
    embed_snippet: Type.String(),
    /** When the secret_key was created, and the previous one while both are valid. */
    secret_key_at: Timestamp,
    previous_secret_key_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
)
export type Provider = Static<typeof Provider>

export const ProviderName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

export const ProviderInput = Type.Object({ name: ProviderName }, closed)
export type ProviderInput = Static<typeof ProviderInput>

export const ProviderChange = Type.Partial(
  Type.Object(
    {
      name: ProviderName,
      appearance: Appearance,
      allowed_origins: Type.Array(AllowedOrigin, { maxItems: 50, uniqueItems: true }),
      calls: CallSettingsChange,
      survey: SurveySettingsChange,
      visitor_context: Type.Boolean(),
    },
    closed,
  ),
  closed,
)
export type ProviderChange = Static<typeof ProviderChange>

const SecretKey = Type.Object({ secret_key: Type.String(), created_at: Timestamp }, closed)

/**
 * The keys that sign socket tokens (spec 5.3), returned only on request. `secret_key` is the newest; `previous` is
 * the one before it, valid until an admin retires it.
 */
export const ProviderSecret = Type.Object({ ...SecretKey.properties, previous: nullable(SecretKey) }, closed)
export type ProviderSecret = Static<typeof ProviderSecret>

/** `created_at`: of the previous key as the admin saw it. Nothing changes if another key is the previous one by now. */
export const KeyRetirement = Type.Partial(Type.Object({ created_at: Timestamp }, closed))
export type KeyRetirement = Static<typeof KeyRetirement>

/** A rejected socket token: what an integrator needs to know, never the token (spec 7). */
export const LoginProblem = Type.Object(
  {
    id: Id,
    /** Of the closed list of errors. */
    code: Type.String(),
    /** The unverified claim pid of the token, if readable. */
    pid: nullable(Type.String()),
    /** The origin of the page; null: not from a browser. */
    origin: nullable(Type.String()),
    /** Consecutive occurrences. */
    count: Type.Integer(),
    first_at: Timestamp,
    last_at: Timestamp,
  },
  closed,
)
export type LoginProblem = Static<typeof LoginProblem>

export const LoginProblems = Type.Object({ data: Type.Array(LoginProblem) }, closed)
export type LoginProblems = Static<typeof LoginProblems>

/** What the widget needs before it opens: public, cacheable, the same for all visitors. */
export const WidgetSettings = Type.Object(
  {
    id: Id,
    appearance: Appearance,
    /** Missing in answers that were cached, for a minute, before an update from 0.2.0 or older. */
    colors: Type.Optional(BrandColors),
    /** The social logins that are turned on, in the order of the login page. Empty: no login page. */
    logins: Type.Array(SocialProvider),
    media: Type.Object({ max_bytes: Type.Integer(), accept: Type.Array(Type.String()) }, closed),
  },
  closed,
)
export type WidgetSettings = Static<typeof WidgetSettings>
