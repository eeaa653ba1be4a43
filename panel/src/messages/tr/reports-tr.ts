import type { Messages } from '../en.ts'
import { reportMetricsTr } from './report-metrics-tr.ts'

export const reportsTr: Messages['reports'] = {
  title: 'Raporlar',
  report: 'Rapor',
  settings: 'Dönem ve filtreler',
  subjects: {
    live: 'Canlı',
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
  metrics: reportMetricsTr,

  period: 'Dönem',
  periods: {
    today: 'Bugün',
    yesterday: 'Dün',
    '7d': 'Son 7 gün',
    '28d': 'Son 28 gün',
    '84d': 'Son 12 hafta',
    '364d': 'Son 52 hafta',
    month: 'Bu ay',
    'last-month': 'Geçen ay',
  },
  customPeriod: 'Özel dönem',
  from: 'İlk gün',
  to: 'Son gün',
  compare: 'Önceki dönemle karşılaştır',
  comparedWith: (period) => `karşılaştırma: ${period}`,
  comparedUntilSameTime: (period) => `karşılaştırma: ${period}, aynı zamana kadar`,
  asOf: (time) => `saat ${time} itibarıyla`,
  clock: 'Sayılan saatler',
  clocks: { clock_time: 'Tüm saatler', business_hours: 'Çalışma saatleri' },
  interval: 'Aralık',
  intervals: { hour: 'Saate göre', day: 'Güne göre', week: 'Haftaya göre', month: 'Aya göre' },
  intervalNames: { hour: 'Saat', day: 'Gün', week: 'Hafta başı', month: 'Ay' },

  filter: 'Filtrele',
  filters: 'Filtreler',
  any: 'Tümü',
  removeFilter: (field, value) => `${field}: ${value} filtresini kaldır`,
  dimensions: {
    agent: 'Temsilci',
    team: 'Takım',
    label: 'Etiket',
    provider: 'Widget',
    channel: 'Kanal',
    reason: 'Neden',
  },
  by: {
    agent: 'Temsilciye göre',
    team: 'Takıma göre',
    label: 'Etikete göre',
    provider: 'Widget’a göre',
    channel: 'Kanala göre',
    reason: 'Nedene göre',
  },
  none: {
    agent: 'Temsilci yok',
    team: 'Takım yok',
    label: 'Etiket yok',
    provider: 'Widget yok',
    channel: 'Kanal yok',
    reason: 'Neden belirtilmemiş',
  },
  gone: 'Silinmiş',
  goneTeam: 'Silinmiş takım',

  breakdown: 'Dağılım',
  noRows: 'Bu dönemde dağıtılacak bir şey yok.',
  onlyLargest: (count) => `Yalnızca en büyük ${count} satır gösteriliyor.`,
  labelsOverlap: 'İki etiketi olan bir konuşma her iki satırda da sayılır.',
  timeline: 'Zaman içinde',
  csv: 'CSV indir',
  definitions: 'Rakamların anlamı',
  statistics: { count: 'Sayı', median: 'Medyan', p90: '90. yüzdelik', mean: 'Ortalama' },
  columns90: { duration: '%90’ı en çok', level: '%90’ında en çok' },
  ofPrevious: (statistic) => `${statistic}, önceki dönem`,
  within90: (p90) => `%90’ı en çok ${p90}`,
  /** Below the median of a level. */
  atMost90: (p90: string) => `Saatlerin %90’ında en fazla ${p90}`,
  ratings: (_count, shown) => `${shown} puandan`,
  shares: {
    answerRate: {
      name: 'Yanıtlama oranı',
      definition: 'Biten çağrılar içinde bir temsilcinin bağlandıklarının payı.',
    },
    satisfied: { name: '4 veya 5 puan', definition: 'Değerlendirmeler içinde 4 veya 5 puan alanların payı.' },
  },
  change: {
    same: 'Değişiklik yok',
    new: 'Önceden yok',
    before: (value) => `önceki: ${value}`,
    points: (points) => `${points} puan`,
    nothingBefore: 'Karşılaştırılacak veri yok',
  },
  results: (_count, shown) => `${shown} sonuç`,

  charts: {
    flow: {
      name: 'Başlayan ve kapatılan',
      definition: 'Başlangıcına göre yeni ve yeniden açılan, bitişine göre kapatılan konuşmalar.',
    },
    outcomes: {
      name: 'Yeniden açılan, yanıtsız ve yalnızca yapay zekâ',
      definition:
        'Yeniden açılan, hiç yanıtlanmadan kapatılan veya yalnızca yapay zekâ temsilcisinin yanıtladığı konuşmalar.',
    },
    outcomesOfPeople: {
      name: 'Yeniden açılan ve yanıtsız',
      definition: 'Yeniden açılan veya hiç yanıtlanmadan kapatılan konuşmalar.',
    },
    backlog: {
      name: 'Birikim',
      definition:
        'Her tam saatte açık, atanmamış ve bekleyen konuşmalar: her aralığın medyanı. Takım dışındaki filtreler uygulanmaz.',
    },
    callOutcomes: {
      name: 'Yanıtlanan ve cevapsız çağrılar',
      definition: 'Başlangıcına göre biten çağrılar; bir temsilcinin bağlanıp bağlanmadığına göre ayrılır.',
    },
    scores: {
      name: 'Puanlara göre değerlendirmeler',
      definition: 'Her puanı kaç müşterinin verdiği, ilk puanın zamanına göre.',
    },
  },
  weekday: 'Haftanın günü',
  hour: 'Saat',
  heatMaps: {
    started: {
      name: 'Güne ve saate göre konuşmalar',
      definition:
        'Haftanın her saatinde başlayan yeni ve yeniden açılan konuşmalar. Daha yoğun renk daha çok demektir.',
    },
    wait: {
      name: 'Güne ve saate göre müşteri bekleyişi, 90. yüzdelik',
      definition:
        'Bu saatte başlayan on bekleyişten dokuzu daha kısaydı. Daha yoğun renk daha uzun demektir.',
    },
  },

  empty: {
    title: 'Bu dönemde veri yok',
    text: 'Konuşmalar ve çağrılar bir dakika içinde burada görünür. Daha eskileri için daha uzun bir dönem seçin.',
    filteredTitle: 'Bu filtrelerle veri yok',
    filteredText: 'Bu dönemde tüm filtrelere uyan bir şey yok.',
    clear: 'Filtreleri temizle',
  },
  offlineTitle: 'Çevrimdışısınız',
  offlineText: 'Bağlantı geri gelince rapor yüklenir.',
  notCurrent: 'Bu rakamlar güncellenemedi. Son başarılı istekten kalmadır.',
  incomplete: 'Geçmiş konuşmalar hâlâ sayılıyor. O zamana kadar rakamlar eksik.',
  resetPeriod: 'Son 28 günü göster',
  problems: {
    report_period_invalid: 'Bir rapor en çok 366 günü kapsar.',
    report_too_fine: 'Bu aralık dönem için çok kısa. Daha uzun bir aralık seçin.',
    reports_busy: 'Şu anda çok fazla rapor yükleniyor. Birkaç saniye sonra yeniden deneyin.',
  },

  live: {
    lead: 'Şu anda sıra ve ekip. Birkaç saniyede bir güncellenir.',
    waiting: 'Bekleyen müşteriler',
    longestWait: 'En uzun bekleyiş',
    open: 'Açık',
    unassigned: 'Sahipsiz',
    snoozed: 'Ertelenen',
    calls: 'Çağrılar',
    callsWaiting: 'Bekleyen çağrılar',
    callsActive: 'Süren çağrılar',
    agents: 'Temsilciler',
    state: 'Durum',
    onlineFor: 'Çevrimiçi süresi',
    onlineWithoutCalls: 'Çevrimiçi, çağrı almıyor',
    teams: 'Takımlar',
    noOpen: 'Açık konuşma yok.',
  },
}
