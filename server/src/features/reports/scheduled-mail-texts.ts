import type { ReportKind } from '@parley/protocol/report-metrics'
import type { Language } from '@parley/protocol/provider'

export interface ScheduledMailTexts {
  subject: (report: string, period: string) => string
  text: (timeZone: string) => string
  open: string
  why: (organization: string) => string
  /** As in the panel. */
  reports: Record<ReportKind, string>
}

export const scheduledMailTexts: Record<Language, ScheduledMailTexts> = {
  en: {
    subject: (report, period) => `${report}, ${period}`,
    text: (timeZone) => `The figures are attached as CSV. Days are those of the time zone ${timeZone}.`,
    open: 'Open report',
    why: (organization) =>
      `You get this e-mail because an admin of ${organization} added you to this report.`,
    reports: {
      conversations: 'Conversations',
      response: 'Response',
      calls: 'Calls',
      satisfaction: 'Satisfaction',
      agents: 'Agents',
      teams: 'Teams',
      labels: 'Labels',
      channels: 'Widgets and channels',
      heat_map: 'Heat map',
    },
  },
  tr: {
    subject: (report, period) => `${report}, ${period}`,
    text: (timeZone) => `Rakamlar CSV olarak ektedir. Günler ${timeZone} saat dilimine göredir.`,
    open: 'Raporu aç',
    why: (organization) =>
      `${organization} kuruluşunun bir yöneticisi sizi bu rapora eklediği için bu e-postayı alıyorsunuz.`,
    reports: {
      conversations: 'Konuşmalar',
      response: 'Yanıt süreleri',
      calls: 'Çağrılar',
      satisfaction: 'Memnuniyet',
      agents: 'Temsilciler',
      teams: 'Takımlar',
      labels: 'Etiketler',
      channels: 'Widget’lar ve kanallar',
      heat_map: 'Isı haritası',
    },
  },
  de: {
    subject: (report, period) => `${report}, ${period}`,
    text: (timeZone) => `Die Zahlen sind als CSV angehängt. Tage gelten in der Zeitzone ${timeZone}.`,
    open: 'Bericht öffnen',
    why: (organization) =>
      `Sie erhalten diese E-Mail, weil ein Admin von ${organization} Sie zu diesem Bericht hinzugefügt hat.`,
    reports: {
      conversations: 'Gespräche',
      response: 'Antwortzeiten',
      calls: 'Anrufe',
      satisfaction: 'Zufriedenheit',
      agents: 'Agenten',
      teams: 'Teams',
      labels: 'Labels',
      channels: 'Widgets und Kanäle',
      heat_map: 'Heatmap',
    },
  },
  es: {
    subject: (report, period) => `${report}, ${period}`,
    text: (timeZone) => `Las cifras van adjuntas en CSV. Los días son los de la zona horaria ${timeZone}.`,
    open: 'Abrir el informe',
    why: (organization) =>
      `Recibe este correo porque un administrador de ${organization} le añadió a este informe.`,
    reports: {
      conversations: 'Conversaciones',
      response: 'Respuesta',
      calls: 'Llamadas',
      satisfaction: 'Satisfacción',
      agents: 'Agentes',
      teams: 'Equipos',
      labels: 'Etiquetas',
      channels: 'Widgets y canales',
      heat_map: 'Mapa de calor',
    },
  },
  fr: {
    subject: (report, period) => `${report}, ${period}`,
    text: (timeZone) => `Les chiffres sont joints en CSV. Les jours sont ceux du fuseau horaire ${timeZone}.`,
    open: 'Ouvrir le rapport',
    why: (organization) =>
      `Vous recevez cet e-mail parce qu’un administrateur de ${organization} vous a ajouté à ce rapport.`,
    reports: {
      conversations: 'Conversations',
      response: 'Réponse',
      calls: 'Appels',
      satisfaction: 'Satisfaction',
      agents: 'Agents',
      teams: 'Équipes',
      labels: 'Étiquettes',
      channels: 'Widgets et canaux',
      heat_map: 'Carte de chaleur',
    },
  },
  ar: {
    subject: (report, period) => `${report}، ${period}`,
    text: (timeZone) => `الأرقام مرفقة بصيغة CSV. الأيام بحسب المنطقة الزمنية ${timeZone}.`,
    open: 'فتح التقرير',
    why: (organization) => `تصلك هذه الرسالة لأن أحد مديري ${organization} أضافك إلى هذا التقرير.`,
    reports: {
      conversations: 'المحادثات',
      response: 'زمن الاستجابة',
      calls: 'المكالمات',
      satisfaction: 'الرضا',
      agents: 'الموظفون',
      teams: 'الفرق',
      labels: 'الوسوم',
      channels: 'الأدوات والقنوات',
      heat_map: 'الخريطة الحرارية',
    },
  },
}
