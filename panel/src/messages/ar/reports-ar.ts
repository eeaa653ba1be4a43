import type { Messages } from '../en.ts'
import { countAr } from './count-ar.ts'
import { reportMetricsAr } from './report-metrics-ar.ts'

const ratingsOf = { one: 'تقييم واحد', two: 'تقييمين', few: 'تقييمات', many: 'تقييمًا' }
const resultsOf = { one: 'نتيجة واحدة', two: 'نتيجتان', few: 'نتائج', many: 'نتيجة' }

export const reportsAr: Messages['reports'] = {
  title: 'التقارير',
  report: 'التقرير',
  settings: 'الفترة والتصفية',
  subjects: {
    live: 'الآن',
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
  metrics: reportMetricsAr,

  period: 'الفترة',
  periods: {
    today: 'اليوم',
    yesterday: 'أمس',
    '7d': 'آخر 7 أيام',
    '28d': 'آخر 28 يومًا',
    '84d': 'آخر 12 أسبوعًا',
    '364d': 'آخر 52 أسبوعًا',
    month: 'هذا الشهر',
    'last-month': 'الشهر الماضي',
  },
  customPeriod: 'فترة مخصصة',
  from: 'أول يوم',
  to: 'آخر يوم',
  compare: 'المقارنة بالفترة السابقة',
  comparedWith: (period) => `مقارنة بـ ${period}`,
  comparedUntilSameTime: (period) => `مقارنة بـ ${period}، حتى الوقت نفسه`,
  asOf: (time) => `حتى ${time}`,
  clock: 'الساعات المحتسبة',
  clocks: { clock_time: 'كل الساعات', business_hours: 'ساعات العمل' },
  interval: 'التقسيم الزمني',
  intervals: { hour: 'بالساعة', day: 'باليوم', week: 'بالأسبوع', month: 'بالشهر' },
  intervalNames: { hour: 'الساعة', day: 'اليوم', week: 'أسبوع يبدأ', month: 'الشهر' },

  filter: 'تصفية',
  filters: 'عوامل التصفية',
  any: 'الكل',
  removeFilter: (field, value) => `إزالة التصفية ${field}: ${value}`,
  dimensions: {
    agent: 'الموظف',
    team: 'الفريق',
    label: 'الوسم',
    provider: 'الأداة',
    channel: 'القناة',
    reason: 'السبب',
  },
  by: {
    agent: 'بحسب الموظف',
    team: 'بحسب الفريق',
    label: 'بحسب الوسم',
    provider: 'بحسب الأداة',
    channel: 'بحسب القناة',
    reason: 'بحسب السبب',
  },
  none: {
    agent: 'بلا موظف',
    team: 'بلا فريق',
    label: 'بلا وسم',
    provider: 'بلا أداة',
    channel: 'بلا قناة',
    reason: 'بلا سبب مذكور',
  },
  gone: 'محذوف',
  goneTeam: 'فريق محذوف',

  breakdown: 'التفصيل',
  noRows: 'لا شيء لتفصيله في هذه الفترة.',
  onlyLargest: (count) => `تُعرض أكبر الصفوف فقط، وعددها ${count}.`,
  labelsOverlap: 'المحادثة التي لها وسمان تُحسب في الصفين.',
  timeline: 'عبر الزمن',
  csv: 'تنزيل CSV',
  definitions: 'معنى الأرقام',
  statistics: { count: 'العدد', median: 'الوسيط', p90: 'المئين 90', mean: 'المتوسط' },
  columns90: { duration: '90% خلال', level: '90% حتى' },
  ofPrevious: (statistic) => `${statistic}، الفترة السابقة`,
  within90: (p90) => `90% خلال ${p90}`,
  /** Below the median of a level. */
  atMost90: (p90: string) => `90٪ من الساعات: ${p90} على الأكثر`,
  ratings: (count, shown) => `من ${countAr(count, ratingsOf, shown)}`,
  shares: {
    answerRate: { name: 'نسبة الإجابة', definition: 'نسبة المكالمات المنتهية التي اتصل فيها موظف.' },
    satisfied: { name: 'تقييم 4 أو 5', definition: 'نسبة التقييمات التي درجتها 4 أو 5.' },
  },
  change: {
    same: 'بلا تغيير',
    new: 'لم يكن قبلها شيء',
    before: (value) => `كان ${value}`,
    points: (points) => `${points} نقطة`,
    nothingBefore: 'لا شيء للمقارنة',
  },
  results: (count, shown) => countAr(count, resultsOf, shown),

  charts: {
    flow: {
      name: 'البادئة والمغلقة',
      definition: 'المحادثات الجديدة والمعاد فتحها بحسب بدايتها، والمغلقة بحسب نهايتها.',
    },
    outcomes: {
      name: 'المعاد فتحها وبلا رد والذكاء الاصطناعي فقط',
      definition: 'محادثات أُعيد فتحها، أو أُغلقت بلا أي رد، أو رد فيها الذكاء الاصطناعي وحده.',
    },
    outcomesOfPeople: {
      name: 'المعاد فتحها وبلا رد',
      definition: 'محادثات أُعيد فتحها، أو أُغلقت بلا أي رد.',
    },
    backlog: {
      name: 'المتراكم',
      definition:
        'المحادثات المفتوحة وغير المسندة والمنتظرة عند كل ساعة كاملة: وسيط كل فترة. لا يُطبَّق سوى مرشح الفريق.',
    },
    callOutcomes: {
      name: 'المكالمات المجابة والفائتة',
      definition: 'المكالمات المنتهية بحسب بدايتها، وهل اتصل فيها موظف.',
    },
    scores: {
      name: 'التقييمات بحسب الدرجة',
      definition: 'عدد العملاء الذين أعطوا كل درجة، بحسب وقت أول تقييم.',
    },
  },
  weekday: 'يوم الأسبوع',
  hour: 'الساعة',
  heatMaps: {
    started: {
      name: 'المحادثات بحسب اليوم والساعة',
      definition: 'المحادثات الجديدة والمعاد فتحها التي بدأت في كل ساعة من الأسبوع. اللون الأقوى أكثر.',
    },
    wait: {
      name: 'انتظار العميل بحسب اليوم والساعة، المئين 90',
      definition: 'تسعة من كل عشرة انتظارات بدأت في هذه الساعة كانت أقصر. اللون الأقوى أطول.',
    },
  },

  empty: {
    title: 'لا أرقام في هذه الفترة',
    text: 'تظهر المحادثات والمكالمات هنا خلال دقيقة. لعرض الأقدم منها اختر فترة أطول.',
    filteredTitle: 'لا أرقام لعوامل التصفية هذه',
    filteredText: 'لا شيء في هذه الفترة يطابق كل عوامل التصفية.',
    clear: 'إزالة التصفية',
  },
  offlineTitle: 'أنت غير متصل',
  offlineText: 'يُحمَّل التقرير عند عودة الاتصال.',
  notCurrent: 'تعذر تحديث هذه الأرقام. وهي من آخر طلب ناجح.',
  incomplete: 'ما زال احتساب المحادثات السابقة جاريًا. حتى ذلك الحين تكون الأرقام أقل من الواقع.',
  resetPeriod: 'عرض آخر 28 يومًا',
  problems: {
    report_period_invalid: 'يغطي التقرير 366 يومًا على الأكثر.',
    report_too_fine: 'هذا التقسيم أقصر مما تسمح به الفترة. اختر تقسيمًا أطول.',
    reports_busy: 'يجري تحميل عدد كبير جدًا من التقارير. حاول مرة أخرى بعد بضع ثوانٍ.',
  },

  live: {
    lead: 'قائمة الانتظار والفريق في هذه اللحظة. تُحدَّث كل بضع ثوانٍ.',
    waiting: 'عملاء ينتظرون',
    longestWait: 'أطول انتظار',
    open: 'مفتوحة',
    unassigned: 'بلا موظف',
    snoozed: 'مؤجلة',
    calls: 'المكالمات',
    callsWaiting: 'مكالمات تنتظر',
    callsActive: 'مكالمات جارية',
    agents: 'الموظفون',
    state: 'الحالة',
    onlineFor: 'متصل منذ',
    onlineWithoutCalls: 'متصل، بلا مكالمات',
    teams: 'الفرق',
    noOpen: 'لا محادثات مفتوحة.',
  },
}
